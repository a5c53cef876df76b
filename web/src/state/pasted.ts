/** The text that is being read in the import sheet. */
import { ref } from "vue";

export const pasted = ref("");
