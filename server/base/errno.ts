/** Whether something that was thrown is an error of Node.js or the operating system with this code, as in `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): boolean => errorCode(error) === code;

/** The code of an error of Node.js or the operating system; undefined for anything else that was thrown. */
export function errorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}
