import { Button } from '@/components/ui/button';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useSessionToken } from '@/hooks/use-user';
import { useSignIn } from '@/hooks/use-sign-in';
import { suggestPath } from '@/lib/pages/product-paths';
import type { SuggestedTo } from './suggest-form';

const loadForm = async () => (await import('./suggest-form')).SuggestForm;

/** Where members suggest an alternative. Visitors sign in first, and come back to the form. */
export function SuggestSection({ subject }: { subject: SuggestedTo }) {
  const isMember = Boolean(useSessionToken());
  const { open } = useSignIn();
  const { Component, isMissing, retry } = useLazyPart(loadForm, isMember);
  return (
    <section id="suggest" aria-labelledby="suggest-heading" className="mt-10 max-w-prose">
      <h2 id="suggest-heading" className="text-xl font-bold">
        Suggest an alternative
      </h2>
      <p className="mt-1 mb-4 text-muted">
        A moderator looks at each suggestion before it appears on the pages of both.
      </p>
      {isMember ? (
        <>
          {Component && <Component subject={subject} />}
          {isMissing && <MissingPart name="The form" onRetry={retry} />}
        </>
      ) : (
        <>
          <Button className="needs-script" onClick={() => open(suggestPath(subject.slug))}>
            Sign in to suggest
          </Button>
          <noscript>
            <p>Suggesting needs JavaScript.</p>
          </noscript>
        </>
      )}
    </section>
  );
}
