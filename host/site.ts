import type { Logger } from 'pino';
import { provideInProcessFetch, provideNotices, provideReadyBodies } from '@/lib/in-process';
import { provideStoredVariables } from '@/lib/env';
import { fillDemo } from '@/server/cli/fill-demo';
import { brakeSentence } from '@/server/limits/brakes';
import { loadServingEnv } from '@/server/config/env-file';
import { isProductServer, requireOneDirectory } from '@/server/config/env-parts';
import { SiteNotices } from '@/server/config/site-notices';
import { isLoopbackName } from '@/server/identity/identity-config';
import { requireBuild } from './build-stamp';
import { createFront } from './front';
import { openPages } from './pages';
import { OwnPages } from './pages/own-pages';
import { runProcess } from './process';
import { findSetupLink } from '@/server/commands/account/setup-link';
import { readImage } from '@/server/commands/images/read-image';
import { reloadNotices } from '@/server/commands/reload-notices';
import type { Deps } from '@/server/deps';
import { ApiError, ConfigError } from '@/server/base/errors';
import { LARGE_VARIANT } from '@/server/images/image-files';
import { readFromPrimary } from '@/server/db/replicas';
import { listPublishedPages } from '@/server/queries/own-pages';

/** The whole site, pages and product server, as one process on one port. */
export async function serveSite({ isDevelopment }: { isDevelopment: boolean }): Promise<undefined> {
  const env = loadServingEnv();
  requireOneDirectory(env);
  const { scriptHashes } = isDevelopment ? { scriptHashes: [] } : await requireBuild();
  let setupLink: string | undefined;
  const url = await runProcess({
    env,
    survivesErrors: isDevelopment,
    runsJobs: isProductServer(env),
    basePath: '/api',
    prepare: async (deps) => env.appEnv === 'demo' && (await fillDemo(deps)),
    async openFront(app, { isDraining, ...deps }) {
      provideInProcessFetch(async (input, init) => app.fetch(new Request(input, init)));
      provideReadyBodies(async (target) => {
        await deps.publicChanges.keepUp();
        return deps.responseCache.find(target)?.body;
      });
      const showSettings = () => provideStoredVariables(deps.settings.variables);
      showSettings();
      deps.settings.onApply(showSettings);
      const notices = new SiteNotices(env, deps.now);
      provideNotices(() => notices.current);
      const showBrakes = async () => {
        deps.brakes.forget();
        notices.setStopped((await deps.brakes.list()).map(brakeSentence).join(' '));
      };
      await showBrakes();
      const ownPages = new OwnPages();
      const showOwnPages = async () =>
        notices.setLinks(ownPages.replace(await readFromPrimary(() => listPublishedPages(deps.db))));
      await showOwnPages();
      deps.publicChanges.onSiteChange(async () => {
        readNoticesAgain(notices, deps.logger);
        await showBrakes();
        await showOwnPages();
      });
      // Closing the terminal in which a site runs stops the site.
      if (!process.stdout.isTTY) process.on('SIGHUP', () => void requestReload(deps));
      const { listener, answerStored, close } = await openPages({
        ...deps,
        notices,
        ownPages,
        readLogo: (key) => readImage(deps, key, LARGE_VARIANT),
        isDevelopment,
        scriptHashes,
        checkCursor: (cursor) => deps.cursorSigner.check(cursor),
      });
      setupLink = await findSetupLink(deps);
      return { listener: createFront({ deps, app, pages: listener, answerStored, isDraining }), close };
    },
  });
  console.log(`${env.siteName} is ready at ${url}`);
  if (setupLink !== undefined) {
    console.log(
      `The site has no admin yet. Open this link to become the admin. The link works once, so keep it to yourself:\n\n  ${setupLink}\n`,
    );
  }
  if (env.appEnv === 'production' && isLoopbackName(new URL(env.siteURL).hostname)) {
    console.log(
      `NEXT_PUBLIC_SITE_URL is ${env.siteURL}, which only this machine can open. Before you publish the site, set it to the site's public URL.`,
    );
  }
}

/** Has every process of the site show what its site file declares now. */
async function requestReload(deps: Deps): Promise<void> {
  try {
    await reloadNotices(deps);
  } catch (error) {
    const details = error instanceof ApiError ? { reason: error.message } : { err: error };
    deps.logger.error(details, 'The promos and sponsors stay as they are.');
  }
}

/** Reads the site file of this process again. With a mistake in it, the notices stay as they were. */
function readNoticesAgain(notices: SiteNotices, logger: Logger): void {
  try {
    const { hasSameFields } = notices.reload();
    logger.info('The promos and sponsors of the site file were read again.');
    if (!hasSameFields)
      logger.warn('The fields of the site file have changed. They apply from the next start.');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    logger.error({ reason: error.message }, 'The promos and sponsors stay as they are.');
  }
}
