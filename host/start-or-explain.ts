import { DatabaseStartError } from '@/server/db/start-error';
import { ConfigError } from '@/server/errors';

/** Runs a start; what the owner can put right is told in one sentence, without a stack. */
export async function startOrExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const isForOwner = error instanceof ConfigError || error instanceof DatabaseStartError;
    console.error(isForOwner ? error.message : error);
    process.exit(1);
  }
}
