import { PROVIDER_NAMES, type SignInWay } from '@/lib/contract/sign-in';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { listIdentities } from '@/server/queries/account/identities';
import { insertEmails } from '@/server/queries/emails';
import { t } from '@/lib/texts/texts';

type Passkey = { passkey: string };
type Way = Passkey | { provider: SignInWay; email: string | null };

/**
 * Tells a member that a way to sign in is added or removed, on a site that sends emails: at every verified email of the account,
 * because somebody else may have taken over one of them. Call it in the transaction of the change, before the change, so that a
 * new identity gets none and a removed one does.
 */
export async function mailWay(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  userId: string,
  change: { added: Way } | { removed: Way },
): Promise<void> {
  if (!sendsEmails(env)) return;
  const verified = (await listIdentities(db, userId)).flatMap(({ email, isEmailVerified }) =>
    email !== null && isEmailVerified ? [[email.toLowerCase(), email] as const] : [],
  );
  const subject =
    'added' in change
      ? t('mail.wayAdded.subject', 'Your account on {siteName} has another way to sign in')
      : t('mail.wayRemoved.subject', 'A way to sign in to your account on {siteName} was removed');
  const body = [
    'added' in change ? describeAdded(change.added) : describeRemoved(change.removed),
    t(
      'mail.way.notYou',
      "If it wasn't you, sign in, remove what you don't know from the ways to sign in, and end the other sessions: {address}",
      { address: `${env.siteURL}/account/settings` },
    ),
    t('mail.why.account', 'You get this email because you have an account on {siteName}.'),
  ].join('\n\n');
  await insertEmails(
    db,
    [...new Map(verified).values()].map((email) => ({ email, subject, body, createdAt: now() })),
  );
}

function describeAdded(way: Way): string {
  if ('passkey' in way)
    return t(
      'mail.wayAdded.passkey',
      'You can now sign in to your account on {siteName} with the passkey “{name}”.',
      { name: way.passkey },
    );
  const { provider, email } = way;
  return provider === 'email'
    ? t(
        'mail.wayAdded.email',
        'You can now sign in to your account on {siteName} with a code that we send to {email}.',
        { email: email ?? '' },
      )
    : t('mail.wayAdded.provider', 'You can now sign in to your account on {siteName} with {provider}.', {
        provider: PROVIDER_NAMES[provider],
      });
}

function describeRemoved(way: Way): string {
  if ('passkey' in way)
    return t(
      'mail.wayRemoved.passkey',
      'The passkey “{name}” no longer signs in to your account on {siteName}.',
      { name: way.passkey },
    );
  const { provider, email } = way;
  return provider === 'email'
    ? t('mail.wayRemoved.email', 'Codes to {email} no longer sign in to your account on {siteName}.', {
        email: email ?? '',
      })
    : t('mail.wayRemoved.provider', '{provider} no longer signs in to your account on {siteName}.', {
        provider: PROVIDER_NAMES[provider],
      });
}
