import { OwnerError } from '@/server/base/errors';

/** What the person at the terminal asks of a drill. */
export type DrillRequest = {
  /** Absent: what the drill itself takes. */
  rounds?: number;
  minutes?: number;
  seconds?: number;
  requests?: number;
  products?: number;
  seed: number;
  lists: readonly string[];
  /** Part of the name of what to try; absent: everything. */
  only?: string;
  /** The older commit of a comparison. */
  base?: string;
};

export const DEFAULTS = {
  soakMinutes: 30,
  votesMinutes: 10,
  searchSeconds: 600,
  mutants: 40,
  fuzzRequests: 100_000,
  codeRequests: 100_000,
  exportedProducts: 1_000_000,
  backedUpProducts: 100_000,
  upgradedProducts: 100_000,
  mergedProducts: 20_000,
  costMinutes: 30,
} as const;

export type Drill = {
  name: string;
  /** What it does, for the list of drills. */
  help: string;
  /** How often it is repeated without `--rounds`: once unless given. Null: the drill itself takes the number. */
  rounds?: number | null;
  /** @returns a line about what it found, if it has not printed it. @throws when the product fails. */
  drill: (folder: string, round: number, request: DrillRequest) => Promise<unknown>;
};

/** @throws OwnerError unless the drill passed; it has said why. */
export async function requirePassed(passing: Promise<boolean>): Promise<void> {
  if (!(await passing)) throw new OwnerError('The drill failed.');
}
