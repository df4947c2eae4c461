/** The rank of the first row after a cursor. A cursor begins with it; the rest is opaque. */
export const rankAfter = (cursor: string): number => Number(cursor.split('.', 1)[0]);
