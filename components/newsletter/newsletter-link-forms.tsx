import { Button } from '@/components/ui/button';
import { env } from '@/lib/env';
import { site } from '@/lib/site';

const apiUrl = `${env.serverURL || '/api'}/newsletter`;

type NewsletterTokenFormProps = {
  action: 'confirm' | 'unsubscribe';
  /** From the link in the email. */
  token: string;
  look?: 'primary' | 'secondary';
};

/**
 * Confirms or ends a subscription. A plain form: the server redirects back to the page that shows the result.
 * The link alone changes nothing, because mail scanners follow links.
 */
export function NewsletterTokenForm({ action, token, look = 'primary' }: NewsletterTokenFormProps) {
  return (
    <form method="post" action={`${apiUrl}/${action}`} className="mt-8">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" look={look} size="large">
        {action === 'confirm' ? 'Confirm my email' : 'Unsubscribe'}
      </Button>
    </form>
  );
}

type NewsletterPreferencesFormProps = {
  /** From the link in the email. */
  token: string;
  tags: readonly { slug: string; name: string; isChosen: boolean }[];
  /** How many tags can be chosen. */
  tagsMax: number;
};

/** As in the submission form. */
const choice =
  'inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-edge bg-surface px-3 hover:border-muted has-checked:border-accent has-checked:bg-tint pointer-coarse:min-h-target-thumb';
const box = 'size-5 accent-accent';

/** Chooses what the newsletter is about. A plain form, as above. */
export function NewsletterPreferencesForm({ token, tags, tagsMax }: NewsletterPreferencesFormProps) {
  const hasChosen = tags.some(({ isChosen }) => isChosen);
  return (
    <form method="post" action={`${apiUrl}/preferences`} className="mt-6 text-left text-ink">
      <input type="hidden" name="token" value={token} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">{`Which ${site.nounPlural}?`}</legend>
        <div className="flex flex-wrap gap-2">
          <label className={choice}>
            <input type="radio" name="scope" value="all" defaultChecked={!hasChosen} className={box} />
            The best of all
          </label>
          <label className={choice}>
            <input type="radio" name="scope" value="tags" defaultChecked={hasChosen} className={box} />
            Only the tags I choose
          </label>
        </div>
      </fieldset>
      {tags.length > 0 && (
        <fieldset className="mt-6">
          <legend className="mb-1.5 font-semibold">{`Tags, up to ${tagsMax}`}</legend>
          <div className="flex flex-wrap gap-2">
            {tags.map(({ slug, name, isChosen }) => (
              <label key={slug} className={choice}>
                <input type="checkbox" name="tags" value={slug} defaultChecked={isChosen} className={box} />
                <span dir="auto">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Button type="submit" look="primary" size="large" className="mt-8">
        Save
      </Button>
    </form>
  );
}
