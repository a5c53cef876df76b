/** The peers of each cell of the present board, as the library lists them. */
import { shallowReactive } from "vue";
import type { Shape } from "../engine/wire";

const known = shallowReactive({ shape: null as Shape | null, peers: [] as number[][] });

/** Keeps what the library has answered for a shape. */
export function learnPeers(shape: Shape, peers: number[][]) {
  Object.assign(known, { shape, peers });
}

/** The cells that share a house with `cell`; none until the library has listed them. */
export function peersOf(shape: Shape, cell: number): readonly number[] {
  return known.shape === shape ? (known.peers[cell] ?? []) : [];
}
