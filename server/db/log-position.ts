/** A position in the log of PostgreSQL, as it writes one: two hexadecimal numbers, such as `16/B374D848`. */
export type LogPosition = string;

/** Negative, 0 or positive, as for sorting. */
export function compareLogPositions(one: LogPosition, other: LogPosition): number {
  const [high = 0, low = 0] = one.split('/').map((part) => Number.parseInt(part, 16));
  const [otherHigh = 0, otherLow = 0] = other.split('/').map((part) => Number.parseInt(part, 16));
  return high - otherHigh || low - otherLow;
}
