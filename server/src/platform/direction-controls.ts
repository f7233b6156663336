/**
 * Embeddings, overrides and isolates of Unicode's bidirectional algorithm. They reorder the text after them, so that a file
 * name ends in another extension than it shows. The marks U+200E and U+200F, which Hebrew and Arabic names need, reorder
 * nothing.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/;

export const hasDirectionControl = (text: string): boolean => directionControls.test(text);
