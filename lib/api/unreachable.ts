import { t } from '@/lib/texts/texts';

/** What people read when a request, or the code that makes it, does not get through. Apart from axios, which is loaded later. */
export const unreachableMessage = () =>
  t('server.unreachable', "We can't reach the server. Check your connection and try again.");

/** What makes a call, loaded when it is needed: `await arrived(import('@/lib/api/…'))`. The browser's own error names files of the site. */
export const arrived = <Module>(loading: Promise<Module>): Promise<Module> =>
  loading.catch(() => {
    throw new Error(unreachableMessage());
  });
