/** The code of an error of Node's, as `ENOENT`; undefined for anything else that was thrown. */
export function errnoCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}
