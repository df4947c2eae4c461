import { env } from './env';

/** Whether emails without a mail server are shown to whoever runs the site. */
const showsOutbox = env.appEnv === 'development' || env.appEnv === 'demo';

/**
 * Whether the site has a newsletter. A site without a mail server does not promise emails.
 *
 * Only the server knows: it tells the browser by an attribute of the document, so that one build serves both kinds of
 * sites.
 */
export const offersNewsletter = (): boolean =>
  typeof document === 'undefined'
    ? env.newsletterURL !== '' || env.smtpURL !== '' || showsOutbox
    : document.documentElement.dataset.newsletter !== 'off';
