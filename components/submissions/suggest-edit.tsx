import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { SuspensionNotice } from '@/components/layout/suspension-notice';
import { buttonClasses } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { FailedState } from '@/components/ui/empty-state';
import { MissingPart } from '@/components/ui/missing-part';
import { Spinner } from '@/components/ui/spinner';
import { useProductSuggestions } from '@/hooks/use-suggestions';
import { useTexts } from '@/hooks/submissions/use-submission-queries';
import { useUser } from '@/hooks/use-user';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import type { ProductTexts, TextChanges } from '@/lib/contract/editing';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { countChars } from '@/lib/contract/plain/text';
import type { Product } from '@/lib/contract/product';
import { suggestEditCall, type Suggestion, SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { ClaimProduct } from './claim-product';
import { OpenSuggestions } from './open-suggestions';
import { TextsForm } from './texts-form';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SuggestEditProps = {
  product: Product;
  isOpen: boolean;
  onClose: () => void;
};

/** For members: the form for a suggestion, and the suggestions that wait. In one file, which only they load. */
export function SuggestEdit({ product, isOpen, onClose }: SuggestEditProps) {
  const { user } = useUser();
  const section = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const {
    suggestions: loaded,
    isLoading,
    error,
    missing,
    isAgreeing,
    refresh,
    toggleAgreement,
  } = useProductSuggestions(product.id);
  const suggestions = loaded ?? [];
  const isMissing = !loaded && !isLoading && error !== undefined;
  // The form must not give way to another text while somebody types.
  const isUnknown = user === undefined || isLoading || isMissing;
  const isOwn = user !== undefined && product.submitter?.handle === user.handle;
  const own = suggestions.find(({ memberHandle }) => memberHandle === user?.handle);

  /** The form is gone after this, and the button that opened it is the element before. */
  function close(): void {
    onClose();
    section.current?.parentElement?.querySelector('button')?.focus();
  }

  async function toggle(suggestion: Suggestion): Promise<void> {
    const isAccepted = await toggleAgreement(suggestion);
    // The button disappears together with the suggestion.
    if (!isAccepted) return;
    section.current?.parentElement?.querySelector('button')?.focus();
    const path = router.asPath.replace(/#.*/, '');
    // Next.js does not reload the page when only the hash changes, so the hash is removed first.
    if (path !== router.asPath) await router.replace(path, undefined, { scroll: false });
    await router.replace(path, undefined, { scroll: false });
  }

  async function finish(): Promise<void> {
    close();
    void showToast('success', t('suggestEdit.thanks', 'Thanks! Your suggestion is waiting for a decision.'));
    await refresh();
  }

  return (
    <div ref={section}>
      {isOpen && isOwn && (
        <p className="mt-3">
          <a href={`/account/submit?id=${product.id}`} className={buttonClasses()}>
            {t('product.edit', 'Edit {name}', { name: product.name })}
          </a>
        </p>
      )}
      {isOpen && !isOwn && own && (
        <p className="mt-3" role="status">
          {rich(
            'suggestEdit.waiting',
            'Your suggestion is waiting for a decision. <edits>See your suggestions</edits>',
            {
              edits: (text) => (
                <a href="/account/profile#edits" className="text-accent underline underline-offset-4">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      )}
      {isOpen && isUnknown && !isMissing && <Spinner />}
      {isMissing && (
        <MissingPart onRetry={() => void refresh()}>
          {t(
            'suggestEdit.notLoaded',
            "What members suggest here couldn't be loaded. Check your connection and try again.",
          )}
        </MissingPart>
      )}
      {isOpen && !isUnknown && !isOwn && !own && (
        <SuggestionForm id={product.id} onSent={() => void finish()} onCancel={close} />
      )}
      {suggestions.length > 0 && (
        <OpenSuggestions
          suggestions={suggestions}
          missing={missing}
          viewerHandle={user?.handle}
          isAgreeing={isAgreeing}
          onToggle={(suggestion) => void toggle(suggestion)}
        />
      )}
      <ClaimProduct id={product.id} name={product.name} />
    </div>
  );
}

type SuggestionFormProps = { id: string; onSent: () => void; onCancel: () => void };

function SuggestionForm({ id, onSent, onCancel }: SuggestionFormProps) {
  const { found, error, refresh } = useTexts(id, true);
  return (
    <section
      aria-label={t('suggestEdit.title', 'Suggest an edit')}
      className="mt-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <SuspensionNotice />
      <p className="mb-6 text-muted">
        {t(
          'suggestEdit.howDecided',
          'A moderator looks at each suggestion before it shows, or {count} trusted members agree with it.',
          { count: AGREEMENT_RULES.membersMin },
        )}
      </p>
      {!found && !error && <Spinner />}
      {!found && error && (
        <FailedState
          title={t('textsForm.notLoaded', "We couldn't load the texts")}
          onRetry={() => void refresh()}
        >
          {error.message}
        </FailedState>
      )}
      {found && (
        <LoadedForm id={id} texts={found.texts} seen={found.seen} onSent={onSent} onCancel={onCancel} />
      )}
    </section>
  );
}

type LoadedFormProps = SuggestionFormProps & { texts: ProductTexts; seen: string };

function LoadedForm({ id, texts, seen, onSent, onCancel }: LoadedFormProps) {
  const [comment, setComment] = useState('');
  const keptAs = `suggestion ${id}`;
  // The texts may be loaded again while the form is open. The form has not started from those.
  const [startedFrom] = useState(seen);
  const { commentCharsMax } = SUGGESTION_LIMITS;
  const isTooLong = countChars(comment.trim()) > commentCharsMax;

  async function send(changes: TextChanges): Promise<void> {
    await call(suggestEditCall, { params: { id }, body: { seen: startedFrom, changes, comment } });
    onSent();
  }

  return (
    <TextsForm
      texts={texts}
      keptAs={keptAs}
      sendLabel={t('suggestEdit.send', 'Send suggestion' /* of a change */)}
      send={send}
      onCancel={onCancel}
    >
      <Field
        multiline
        isOptional
        rows={3}
        label={t('suggestEdit.comment', 'Comment' /* label of a field */)}
        hint={t(
          'suggestEdit.commentHint',
          'Why, or where one can check it. The moderators read it, and so do members.',
        )}
        value={comment}
        keptAs={`${keptAs}/comment`}
        error={
          isTooLong
            ? t('suggestEdit.tooLong', 'Use at most {count} characters.', { count: commentCharsMax })
            : undefined
        }
        aside={<CharacterCounter charCount={countChars(comment.trim())} charsMax={commentCharsMax} />}
        onChange={({ target }) => setComment(target.value)}
      />
    </TextsForm>
  );
}
