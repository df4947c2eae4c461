import { ApiError } from '@/server/errors';

const REASON = 'Leave out control characters.';

/**
 * Checks every text of an input, whatever its schema says: the database refuses zero bytes, and halves of surrogate
 * pairs cannot be encoded.
 *
 * @throws ApiError `bad_request` naming the field.
 */
export function requireStorable(input: unknown): void {
  const path = findUnstorable(input);
  if (path === undefined) return;
  const field = path.join('.');
  throw new ApiError('bad_request', `${field}: ${REASON}`, { fields: { [field]: REASON } });
}

function findUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return /[\0\p{Cs}]/u.test(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const path = findUnstorable(part);
    if (path) return [name, ...path];
  }
  return undefined;
}
