import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useAccountDeletion } from '@/hooks/use-account';
import { formatDate } from '@/lib/format/figures';
import { focusMain } from '@/lib/browser/document';
import { site } from '@/lib/site';

/** Says on every page of the account when it will be deleted, and offers to keep it. */
export function DeletionNotice({ deletionDueAt }: { deletionDueAt: string }) {
  const { isUnderWay, failure, restore } = useAccountDeletion();

  async function keepAccount() {
    // The notice and its focused button are gone.
    if (!isUnderWay && (await restore())) focusMain();
  }

  return (
    <section
      aria-label="Account deletion"
      className="mb-6 flex flex-col gap-4 rounded-card border border-danger p-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <div className="flex gap-3">
        <Icon name="alert" className="mt-0.5 size-5 text-danger" />
        <div>
          <p className="font-semibold">
            Your account will be deleted on <time dateTime={deletionDueAt}>{formatDate(deletionDueAt)}</time>
          </p>
          <p className="text-muted">
            {`Until then you can look around and download your data, but not submit, upvote or bookmark ${site.nounPlural}.`}
          </p>
          <p role="alert" className={failure ? 'mt-1 text-danger' : undefined}>
            {failure?.message}
          </p>
        </div>
      </div>
      <Button look="primary" aria-disabled={isUnderWay} onClick={keepAccount}>
        {isUnderWay && <Spinner />}
        <span>Keep my account</span>
      </Button>
    </section>
  );
}
