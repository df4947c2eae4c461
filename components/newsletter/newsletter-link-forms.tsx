import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

const apiUrl = `${env.serverURL || '/api'}/newsletter`;

type NewsletterTokenFormProps = {
  action: 'confirm' | 'unsubscribe';
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
        {action === 'confirm'
          ? t('newsletter.confirm', 'Confirm my email')
          : t('newsletter.unsubscribe', 'Unsubscribe' /* a button */)}
      </Button>
    </form>
  );
}

type NewsletterPreferencesFormProps = {
  token: string;
  tags: readonly { slug: string; name: string; isChosen: boolean }[];
  tagsMax: number;
};

/** Chooses what the newsletter is about. A plain form, as above. */
export function NewsletterPreferencesForm({ token, tags, tagsMax }: NewsletterPreferencesFormProps) {
  const hasChosen = tags.some(({ isChosen }) => isChosen);
  return (
    <form method="post" action={`${apiUrl}/preferences`} className="mt-6 text-page-start text-ink">
      <input type="hidden" name="token" value={token} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('newsletter.scope', 'Which {nouns}?')}</legend>
        <div className="flex flex-wrap gap-2">
          <Choice type="radio" name="scope" value="all" defaultChecked={!hasChosen}>
            {t('newsletter.scopeAll', 'The best of all')}
          </Choice>
          <Choice type="radio" name="scope" value="tags" defaultChecked={hasChosen}>
            {t('newsletter.scopeTags', 'Only the tags I choose')}
          </Choice>
        </div>
      </fieldset>
      {tags.length > 0 && (
        <fieldset className="mt-6">
          <legend className="mb-1.5 font-semibold">
            {t('newsletter.tags', 'Tags, up to {tagsMax}', { tagsMax })}
          </legend>
          <div className="flex flex-wrap gap-2">
            {tags.map(({ slug, name, isChosen }) => (
              <Choice key={slug} type="checkbox" name="tags" value={slug} defaultChecked={isChosen}>
                <span dir="auto">{name}</span>
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
      <Button type="submit" look="primary" size="large" className="mt-8">
        {t('newsletter.save', 'Save')}
      </Button>
    </form>
  );
}
