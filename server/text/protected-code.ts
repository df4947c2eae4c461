const CODE_SIGNS = '*_~`[]<>:|';

/** Replaces Markdown signs inside code by private characters, so cleaning keeps them. `revealCode` restores them. */
export function protectCode(code: string): string {
  return code.replace(/[*_~`[\]<>:|]/g, (sign) => String.fromCharCode(0xe100 + CODE_SIGNS.indexOf(sign)));
}

export function revealCode(text: string): string {
  return text.replace(/[\uE100-\uE109]/g, (sign) => CODE_SIGNS.charAt(sign.charCodeAt(0) - 0xe100));
}
