import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { RETENTION_DAYS } from '@/lib/contract/retention';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export type KeptOfMembersProps = {
  /** How long the site keeps what it deletes by itself. */
  days: typeof RETENTION_DAYS;
  /** How long browsers keep a draft, and the cookies of a session and of a sign-in. */
  draftDays: number;
  sessionDays: number;
  signInMinutes: number;
  /** The providers that people sign in with; empty without any. */
  signInNames: string;
  signsInByEmail: boolean;
  sendsEmails: boolean;
  signsInByPasskey: boolean;
  /** How long a browser keeps the cookie of a sign-in with a passkey. */
  passkeyMinutes: number;
};

/** The section of the privacy page about members. */
export function KeptOfMembers({
  days,
  draftDays,
  sessionDays,
  signInMinutes,
  signInNames,
  signsInByEmail,
  sendsEmails,
  signsInByPasskey,
  passkeyMinutes,
}: KeptOfMembersProps) {
  return (
    <>
      <h2 id="account">{t('privacy.account', 'When you have an account')}</h2>
      <ul>
        {signInNames !== '' && (
          <li>
            {rich(
              'privacy.identity',
              "<strong>From {signInNames}</strong> we receive your email, name, profile image and account ID. We ask for nothing more and can't post for you.",
              { strong: (text) => <strong>{text}</strong>, signInNames },
            )}
          </li>
        )}
        {signsInByEmail && (
          <li>
            {rich(
              'privacy.emailCode',
              '<strong>If you sign in by email,</strong> we keep the address. The code that we send works for {codeMinutes} minutes, and so long a cookie says that your browser asked for it.',
              { strong: (text) => <strong>{text}</strong>, codeMinutes: signInMinutes },
            )}
          </li>
        )}
        {signsInByPasskey && (
          <li>
            {rich(
              'privacy.passkeys',
              '<strong>If you add a passkey,</strong> your device keeps the key. We keep its public half, the name that you give it, how your device is connected, how often it has signed, and when you added it and last signed in with it, until you remove the passkey or delete your account. We never get your fingerprint, your face or your PIN. While you sign in with it, a cookie says for {passkeyMinutes} minutes that your browser asked.',
              {
                strong: (text) => <strong>{text}</strong>,
                passkeyMinutes,
              },
            )}
          </li>
        )}
        <li>
          {rich(
            'privacy.activity',
            '<strong>What you do here:</strong> your submissions, upvotes and bookmarks, and when you made them. Approved submissions show your name and handle, and your public page lists them. Upvotes are shown only as numbers; nobody else sees your bookmarks. A tag of yours that was never listed is deleted {unusedTags} days after your last submission with it is gone.',
            {
              strong: (text) => <strong>{text}</strong>,
              unusedTags: days.unusedTags,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.networks',
            "<strong>Which networks you upvote from:</strong> to find accounts that upvote together, we keep a scrambled form of the first part of your IP address for {voterNetworks} days, and compare the upvotes of those days. It can't be turned back without our key, and no list or page shows it. Only moderators see which accounts may belong together, and only they decide whether such upvotes count.",
            {
              strong: (text) => <strong>{text}</strong>,
              voterNetworks: days.voterNetworks,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.drafts',
            "<strong>What you haven't sent yet:</strong> your browser's local storage keeps a submission you're writing under <code>submission-draft</code> until you send it or start over, for up to {draftDays} days, and upvotes and bookmarks that wait for a connection under <code>unsentReactions</code> until they're sent or you sign out. Until you close the tab or sign out, its session storage keeps an upvote or bookmark that waits for you to sign in (<code>intendedReaction</code>), the counts of those just sent (<code>countedUpvotes</code>), the page you were going to (<code>intendedRedirect</code>), and whether you were about to delete your account (<code>intendedDeletion</code>). While you write, your browser asks us whether the link is already listed, and fetches previews of its page and of your description. We store only the images, and delete unused ones within {unusedImages} days.",
            {
              strong: (text) => <strong>{text}</strong>,
              code: (text) => <code>{text}</code>,
              draftDays,
              unusedImages: days.unusedImages,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.sessions',
            "<strong>Where you're signed in:</strong> for each session, when it started, when it was last used, and your browser's user agent. We keep these until {endedSessions} days after the session ends.",
            {
              strong: (text) => <strong>{text}</strong>,
              endedSessions: days.endedSessions,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.cookie',
            "<strong>One session cookie</strong>, <code>encrypted_token</code>, keeps you signed in for {sessionDays} days. While you sign in, another one may confirm that it's you who returns; it lasts {signInMinutes} minutes. Both are necessary, and we use them for nothing else.",
            {
              strong: (text) => <strong>{text}</strong>,
              code: (text) => <code>{text}</code>,
              sessionDays,
              signInMinutes,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.suggestions',
            '<strong>Changes you suggest:</strong> what you suggest, your comment, when, and what was decided. Members see open suggestions with your handle; afterwards only you and moderators do. We delete rejected ones after {rejectedSuggestions} days, and all of them with your account. What was accepted stays, without your name.',
            {
              strong: (text) => <strong>{text}</strong>,
              rejectedSuggestions: days.rejectedSuggestions,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.agreements',
            '<strong>Changes you agree with:</strong> which suggestions, and when. Members only see how many agree. We delete your agreement when you withdraw it, and with the suggestion or your account. To see whom we can trust with that, we also keep for {rejectionTimes} days when a submission of yours was rejected.',
            {
              strong: (text) => <strong>{text}</strong>,
              rejectionTimes: days.rejectionTimes,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.claims',
            "<strong>Sites you claim:</strong> which {noun} you claimed, your token, and when and how you proved it. The page says that the owner is verified, but not who that is; moderators see your handle. We delete claims that aren't verified after {unverifiedClaims} days, and all of them when you give up the claim or delete your account, except those that a moderator withdrew: they can't be verified again, also from a new account of yours.",
            {
              strong: (text) => <strong>{text}</strong>,
              unverifiedClaims: days.unverifiedClaims,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.notes',
            '<strong>Moderation notes:</strong> what moderators decide about your submissions and your account, why, and what they note about it for each other, and what your submissions said before and after each change. All of it is in the copy of your data.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        {sendsEmails && (
          <li>
            {rich(
              'privacy.notesByEmail',
              '<strong>Emails about it:</strong> you also get the decisions by email, if a verified address of yours is known.',
              { strong: (text) => <strong>{text}</strong> },
            )}
          </li>
        )}
        <li>
          {rich(
            'privacy.bans',
            "<strong>What stays after a ban or suspension:</strong> while it lasts, we keep a scrambled form of {hasService, select, yes {your account ID at the service that you sign in with and of your verified email} other {your verified email}}, so that it also holds for a new account of yours. It can't be turned back, and nobody can compute it without our key. If you delete your account, the ban or suspension with its reason stays with it until it ends, as do claims that a moderator withdrew; warnings, moderators' notes and which upvotes they set aside stay for {recordDays} days, and the times of rejections for {rejectionTimes}. After that, all of it is deleted.",
            {
              strong: (text) => <strong>{text}</strong>,
              hasService: signInNames === '' ? 'no' : 'yes',
              recordDays: MEMBER_LIMITS.recordDays,
              rejectionTimes: days.rejectionTimes,
            },
          )}
        </li>
      </ul>
    </>
  );
}
