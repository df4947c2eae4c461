/** A list of words, written as a text: lines and spaces separate them. */
export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);
