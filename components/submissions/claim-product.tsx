import { useRef, useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { FailedState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { useClaim } from '@/hooks/use-claims';
import { showToast } from '@/lib/browser/toasts';
import { type Claim, CLAIM_LIMITS, VERIFICATION_FILE, VERIFICATION_NAME } from '@/lib/contract/claim';
import { site } from '@/lib/site';

/** For members: claims the site of a product, and shows how to prove it. */
export function ClaimProduct({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { found, error, refresh, isUnderWay, failure, start, verify, end } = useClaim(id, isOpen);
  const status = useRef<HTMLParagraphElement>(null);
  const claim = found?.claim ?? undefined;

  async function check(): Promise<void> {
    if (!(await verify())) return;
    void showToast('success', `You're the verified owner of ${found?.host ?? name}.`);
    status.current?.focus();
  }

  async function giveUp(): Promise<void> {
    if (await end()) status.current?.focus();
  }

  return (
    <details
      className="mt-4 border-t border-line pt-4"
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
    >
      <summary className="py-2.5 font-semibold">Is this yours? Claim this {site.noun}</summary>
      <div className="mt-2 flex max-w-prose flex-col gap-4">
        <p ref={status} tabIndex={-1} className="outline-none">
          {claim?.status === 'verified'
            ? `You're the verified owner of ${found?.host}. We look for your proof again every ${CLAIM_LIMITS.checkDays} days.`
            : `Prove that you run the website. Its page here then says so, and your changes of tagline, description and tags show at once.`}
        </p>
        {isOpen && !found && !error && <Spinner />}
        {!found && error && (
          <FailedState title="We couldn't load your claim" onRetry={() => void refresh()}>
            {error.message}
          </FailedState>
        )}
        {found?.problem !== undefined && <p>{found.problem}</p>}
        {claim?.status === 'withdrawn' && (
          <p>A moderator has withdrawn your claim. Contact us if that is wrong.</p>
        )}
        {claim?.status === 'open' && found && found.problem === undefined && (
          <Ways claim={claim} takesMeta={found.takesMeta} />
        )}
        <p role="alert" className={failure ? 'text-danger' : undefined}>
          {failure?.message}
        </p>
        <div className="flex flex-wrap gap-2">
          {found && !claim && found.problem === undefined && (
            <Button look="primary" aria-disabled={isUnderWay} onClick={() => void start()}>
              {`Claim ${found.host}`}
            </Button>
          )}
          {claim?.status === 'open' && (
            <Button look="primary" aria-disabled={isUnderWay} onClick={() => void check()}>
              <span>Check now</span>
              {isUnderWay && <Spinner />}
            </Button>
          )}
          {claim?.status === 'verified' && (
            <a href={`/account/submit?id=${id}`} className={buttonClasses()}>
              {`Edit ${name}`}
            </a>
          )}
          {claim && claim.status !== 'withdrawn' && (
            <Button look="quiet" aria-disabled={isUnderWay} onClick={() => void giveUp()}>
              Give up the claim
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

function Ways({ claim: { host, token }, takesMeta }: { claim: Claim; takesMeta: boolean }) {
  const code = 'mt-1 block rounded-control bg-raised px-3 py-2 text-sm wrap-anywhere';
  return (
    <div>
      <p>Do one of these, and keep it there:</p>
      <ul className="mt-2 flex list-disc flex-col gap-3 ps-5">
        {takesMeta && (
          <li>
            In the <code>{'<head>'}</code>
            <span>{` of https://${host}/, exactly like this and near its start:`}</span>
            <code className={code}>{`<meta name="${VERIFICATION_NAME}" content="${token}">`}</code>
          </li>
        )}
        <li>
          <span>{`A plain text file at https://${host}${VERIFICATION_FILE} with nothing but this line:`}</span>
          <code className={code}>{token}</code>
          <p className="mt-1 text-sm text-muted">
            Type text/plain, without a redirect other than to or from www. Several owners have a line each.
            Files that don&apos;t exist in that folder must not show the same.
          </p>
        </li>
        <li>
          <span>{`A TXT record in the DNS of ${host}, or of the domain above it:`}</span>
          <code className={code}>{`${VERIFICATION_NAME}=${token}`}</code>
        </li>
      </ul>
    </div>
  );
}
