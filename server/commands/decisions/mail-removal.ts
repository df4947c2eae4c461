import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import type { LockedProduct } from '@/server/queries/products/product-rows';

type MailDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type MailedProduct = Pick<LockedProduct, 'name' | 'slug' | 'submitterId' | 'editStatus'>;

/** Tells the submitter by email that a product was removed after a report, and what happens to its edit. */
export async function mailRemoval(deps: MailDeps, product: MailedProduct, viewer: Viewer): Promise<void> {
  const { siteName, siteURL } = deps.env;
  const { name, editStatus } = product;
  await mailSubmitter(deps, product, viewer, {
    subject: `${name} was removed from ${siteName}`,
    lines: [
      `The moderators of ${siteName} have removed ${name} after a report.`,
      editStatus === 'pending'
        ? `Your edit was in the queue and is not published. If the moderators list ${name} again, your edit returns to the queue.`
        : undefined,
      `If you think that is a mistake, write to us: ${siteURL}/support#contact`,
    ],
  });
}

/** Tells the submitter that a removed product is listed again. */
export async function mailRestoration(
  deps: MailDeps,
  product: MailedProduct,
  {
    viewer,
    hasPendingEdit,
    wasWithdrawn,
  }: { viewer: Viewer; hasPendingEdit: boolean; wasWithdrawn: boolean },
): Promise<void> {
  const { siteName, siteNoun, siteURL } = deps.env;
  const { name, slug } = product;
  const page = siteURL + productPathFor(siteNoun, slug);
  await mailSubmitter(deps, product, viewer, {
    subject: `${name} is back on ${siteName}`,
    lines: [
      wasWithdrawn
        ? `You had withdrawn ${name} from ${siteName}. The moderators have listed it again: ${page}`
        : `The moderators of ${siteName} had removed ${name}. They have listed it again: ${page}`,
      wasWithdrawn ? `If you don't want that, write to us: ${siteURL}/support#contact` : undefined,
      hasPendingEdit ? 'Your edit is back in the queue.' : undefined,
    ],
  });
}

async function mailSubmitter(
  deps: MailDeps,
  { submitterId }: MailedProduct,
  { userId }: Viewer,
  { subject, lines }: { subject: string; lines: (string | undefined)[] },
): Promise<void> {
  if (submitterId === null || submitterId === userId) return;
  const { siteName, siteNoun } = deps.env;
  const why = `You get this email because you submitted this ${siteNoun} to ${siteName}.`;
  await mailMember(deps, submitterId, { subject, paragraphs: [...lines, why] });
}
