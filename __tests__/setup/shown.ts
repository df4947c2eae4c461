import * as z from 'zod/mini';
import { sayStored } from '@/server/base/stored-text';

const kept = z.union([
  z.object({ key: z.string(), english: z.string() }),
  z.object({ key: z.string(), sentence: z.string() }),
]);

/** A value with every text in it as it is shown. */
export function shown(value: unknown): unknown {
  if (kept.safeParse(value).success)
    return sayStored(z.parse(z.custom<Parameters<typeof sayStored>[0]>(), value));
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
}
