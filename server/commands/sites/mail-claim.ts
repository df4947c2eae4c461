import { productPathFor } from '@/lib/contract/plain/site';
import { formatInstant } from '@/lib/contract/plain/durations';
import { mailMember } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { shownHost } from '@/server/text/shown-host';

type Told = {
  memberId: string;
  host: string;
  product: { name: string; slug: string };
  /** When the proof is looked for again. Absent: the member is no longer a verified owner. */
  checkDueAt?: Date;
};

/**
 * Tells a verified owner by email that the proof is missing, or that the verification has ended, on a site that sends
 * emails. Call it in the transaction of the change.
 */
export async function mailClaim(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { memberId, host: claimed, product: { name, slug }, checkDueAt }: Told,
): Promise<void> {
  const { siteName, siteNoun, siteURL } = deps.env;
  const host = shownHost(claimed);
  const page = siteURL + productPathFor(siteNoun, slug);
  const { subject, sentence, rest } = checkDueAt
    ? {
        subject: `We can't find your proof for ${host}`,
        sentence: `We looked for the proof that you run ${host}, and didn't find it. We'll look again on ${formatInstant(checkDueAt)}. If it's missing then, you're no longer the verified owner of ${host} on ${siteName}.`,
        rest: 'Under “Claim”, the page shows what to publish, and where:',
      }
    : {
        subject: `You're no longer the verified owner of ${host}`,
        sentence: `Your verification for ${name} on ${siteName} has ended: either the proof on ${host} was missing twice, or ${name} isn't listed with ${host} any more.`,
        rest: 'You can claim it again at any time:',
      };
  const why = `You get this email because you claimed this ${siteNoun} on ${siteName}.`;
  await mailMember(deps, memberId, { subject, paragraphs: [sentence, rest, page, why] });
}
