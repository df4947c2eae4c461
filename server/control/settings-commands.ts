import * as z from 'zod/mini';
import { SETTING_LIMITS } from '@/lib/contract/setting';
import { ApiError } from '@/server/base/errors';
import { ACTORS } from '@/server/commands/log-action';
import { changeSettings, checkChanges } from '@/server/commands/settings/change-settings';
import { exportStored } from '@/server/commands/settings/show-settings';
import { define, nothing } from './command';

export const settingsCommands = {
  /** What is stored, by name. */
  settings: define({
    path: '/settings',
    request: nothing,
    answer: z.object({
      settings: z.record(z.string(), z.string()),
      /** The names of what is stored and not in `settings`. */
      leftOut: z.array(z.string()),
    }),
    async run({ settings }) {
      await settings.load();
      return exportStored(settings);
    },
  }),

  changeSettings: define({
    path: '/settings/change',
    request: z.object({
      changes: z
        .array(z.object({ name: z.string(), value: z.nullable(z.string()) }))
        .check(z.maxLength(SETTING_LIMITS.changesMax)),
      isDryRun: z.boolean(),
    }),
    /** What the change does, as people read it. */
    answer: z.object({
      changes: z.array(
        z.object({ name: z.string(), before: z.string(), after: z.string(), effect: z.string() }),
      ),
    }),
    async run(deps, { changes, isDryRun }) {
      await deps.settings.load();
      try {
        const found = await checkChanges(deps, changes);
        const basedOn = deps.settings.applied.version;
        if (!isDryRun) await changeSettings(deps, ACTORS.commandLine, { basedOn, changes, note: '' });
        return { changes: found.map(({ name, before, after, effect }) => ({ name, before, after, effect })) };
      } catch (error) {
        throw error instanceof ApiError ? inOneMessage(error) : error;
      }
    },
  }),
};

/** A terminal shows the message alone. */
function inOneMessage(error: ApiError): ApiError {
  const lines = Object.entries(error.details.fields ?? {}).map(([name, fault]) => `${name}: ${fault}`);
  return new ApiError(error.code, [error.english, ...lines].join('\n'));
}
