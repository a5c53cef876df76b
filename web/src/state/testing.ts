/** What tests share. */
import six from "../../../testdata/wire/blank-six.json";
import read from "../../../testdata/wire/read.json";
import type { Shape } from "../engine/wire";

/** A board of 4×4, as the library describes it. */
export const FOUR = read.answer.position.shape as unknown as Shape;

/** A board of 6×6 with boxes of 2×3. */
export const SIX = six.answer.position.shape as unknown as Shape;
