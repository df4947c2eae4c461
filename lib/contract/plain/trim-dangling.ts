/** Removes what must not end a text that goes on with an ellipsis: spaces, separators and opening brackets or quotes. */
export const trimDangling = (text: string): string => text.replace(/[\s.,;:·|–—‐‑([{“‘„«-]+$/u, '');
