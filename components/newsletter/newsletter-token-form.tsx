import { Button } from '@/components/ui/button';
import { env } from '@/lib/env';

type NewsletterTokenFormProps = {
  act: 'confirm' | 'unsubscribe';
  /** From the link in the mail. */
  token: string;
};

/**
 * A plain form, with or without a script: the server leads back to the page that says how it went.
 * It takes a press because mail scanners follow links.
 */
export function NewsletterTokenForm({ act, token }: NewsletterTokenFormProps) {
  return (
    <form method="post" action={`${env.serverURL || '/api'}/newsletter/${act}`} className="mt-8">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" look="primary" size="large">
        {act === 'confirm' ? 'Confirm my address' : 'Unsubscribe'}
      </Button>
    </form>
  );
}
