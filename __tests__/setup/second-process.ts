import { createApp } from '@/server/app';
import { readEnv } from '@/server/config/env';
import { SiteSettings } from '@/server/config/site-settings';
import type { Deps } from '@/server/deps';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import { listPublicChanges } from '@/server/queries/public-changes';
import { findSettingsVersion } from '@/server/queries/settings';
import type { SecretBox } from '@/server/sessions/key-ring';
import type { TestApp } from './signed-in-user';
import { secretBox } from './test-app';

/** Another process of the site, on the database of the test. It starts with this call. */
export async function startSecondProcess(
  api: TestApp,
  {
    variables = {},
    logger,
    secrets = secretBox,
  }: {
    variables?: Readonly<Record<string, string>>;
    logger?: Pick<Deps['logger'], 'error'>;
    secrets?: SecretBox;
  } = {},
) {
  const first = api.deps();
  const source = { APP_ENV: 'development', LOCAL_IDENTITY: 'on', ...variables };
  const env = readEnv(source);
  const publicChanges = new PublicChanges((since) => listPublicChanges(api.db, since), {
    readEveryMs: 0,
    knownForMs: 0,
  });
  const settings = new SiteSettings({
    ...{ env, source, secrets, logger: logger ?? first.logger },
    read: (before) => findSettingsVersion(api.db, before),
  });
  publicChanges.onSiteChange(() => settings.load());
  await publicChanges.catchUp();
  await settings.load();
  const responseCache = new ResponseCache(publicChanges);
  const app = createApp({ ...first, env, settings, publicChanges, responseCache }, { basePath: '/api' });
  return {
    env,
    settings,
    publicChanges,
    request: async (path: string, init?: RequestInit) => app.request(path, init),
    textOf: async (path: string) => (await app.request(path)).text(),
  };
}
