import { OwnerError } from '@/server/base/errors';

/**
 * The value that a share of all values stays below.
 *
 * @throws OwnerError without any value: NaN would pass each comparison with a limit.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return requireMeasured(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}

/** @throws OwnerError when there is no number. */
export function requireMeasured(value: string | number | undefined): number {
  const measured = value === '' || value === undefined ? NaN : Number(value);
  if (Number.isNaN(measured)) throw new OwnerError('Nothing was measured, so there is no figure to judge.');
  return measured;
}
