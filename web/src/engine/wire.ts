/** The questions and answers, as the rest of the page imports them. The npm package has them too. */
export type * from "../../../npm/src/wire";
