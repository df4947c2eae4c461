/** Who runs the site. Empty for each that the owner does not state. */
export type Operator = { name: string; address: string };

/** Who runs the site, and where, in lines. Empty if the owner states nothing. */
export const operatorLines = ({ name, address }: Operator): string[] => [name, address].filter(Boolean);

/** An email of plain text, with the operator of the site at its end. */
export function withOperator(text: string, { operator }: { operator: Operator }): string {
  const lines = operatorLines(operator);
  return lines.length > 0 ? [text, ['-- ', ...lines].join('\n')].join('\n\n') : text;
}
