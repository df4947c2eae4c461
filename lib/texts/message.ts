/** A message of ICU MessageFormat as `icu-minify` compiles it: data, and no code. */
export type Message = string | readonly MessageNode[];
/** Text, the number of a plural, a value by name, a choice, or a tag with what is inside. */
export type MessageNode =
  string | 0 | readonly [name: string] | Choice | readonly [tag: string, ...MessageNode[]];
export type Choice = readonly [name: string, kind: 1 | 2 | 3, forms: Readonly<Record<string, Form>>];
type Form = string | 0 | readonly MessageNode[];

export const isChoice = (node: MessageNode): node is Choice =>
  typeof node === 'object' && typeof node[1] === 'number' && node[1] > 0;

/** What is inside of a tag. */
export const childrenOf = ([, ...children]: readonly [
  tag: string,
  ...MessageNode[],
]): readonly MessageNode[] => children;
