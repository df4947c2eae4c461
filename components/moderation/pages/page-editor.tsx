import { type SubmitEvent, useState } from 'react';
import { NotLoaded } from '@/components/moderation/moderator-list';
import { Button, buttonClasses } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useOwnPage } from '@/hooks/use-own-pages';
import { countChars } from '@/lib/contract/plain/text';
import { OWN_PAGE_LIMITS, type OwnPage, type OwnPageInput } from '@/lib/contract/own-page';
import { t } from '@/lib/texts/texts';
import { PageHistory } from './page-history';
import { PagePreview } from './page-preview';
import { PlaceField } from './place-field';

type PageEditorProps = {
  /** Undefined for a new page. */
  id: string | undefined;
  onCreated: (page: OwnPage) => void;
  onDeleted: () => void;
};

const EMPTY: OwnPageInput = {
  ...{ slug: '', title: '', body: '', place: 'footer', position: 0, isPublished: false },
};

/** Writes a page, with a preview, its history and what others have saved since. */
export function PageEditor({ id, onCreated, onDeleted }: PageEditorProps) {
  const saved = useOwnPage(id);
  /** The version that the form began with. Another one mounts a new form. */
  const [based, setBased] = useState<OwnPage>();
  const begun = based ?? saved.page;
  if (id !== undefined && (!begun || !saved.page))
    return (
      <NotLoaded
        failed={t('ownPages.pageNotLoaded', "We couldn't load the page")}
        error={saved.error}
        onRetry={() => void saved.refresh()}
        className="h-48"
      />
    );
  return (
    <>
      <p className="mt-4">
        <a href="/moderation/pages" className={buttonClasses()}>
          {t('ownPages.all', 'All pages')}
        </a>
      </p>
      <PageForm
        key={`${id} ${begun?.version}`}
        saved={saved}
        begun={begun}
        onCreated={onCreated}
        onFirstChange={() => setBased(begun)}
        onSettled={() => setBased(undefined)}
        onDeleted={onDeleted}
      />
      {saved.page && (
        <PageHistory
          key={saved.page.version}
          page={saved.page}
          onRestored={() => {
            setBased(undefined);
            void saved.refresh();
          }}
        />
      )}
    </>
  );
}

type PageFormProps = {
  saved: ReturnType<typeof useOwnPage>;
  begun: OwnPage | undefined;
  onCreated: (page: OwnPage) => void;
  onFirstChange: () => void;
  /** Saved or discarded: the form begins with what is stored. */
  onSettled: () => void;
  onDeleted: () => void;
};

function PageForm({ saved, begun, onCreated, onFirstChange, onSettled, onDeleted }: PageFormProps) {
  const { page, failure, isUnderWay } = saved;
  const [values, setValues] = useState<OwnPageInput>(begun ?? EMPTY);
  const form = useFaultFocus(failure);
  const keptAs = `own-page-${begun?.id ?? 'new'}-${begun?.version ?? 0}`;
  const kept = useKeptForm(keptAs);
  const isBehind = page !== undefined && begun !== undefined && page.version !== begun.version;
  const errors = failure?.fields ?? {};

  function change(changed: Partial<OwnPageInput>) {
    onFirstChange();
    // Several fields may change at once: what was typed before a reload is put back.
    setValues((before) => ({ ...before, ...changed }));
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (isUnderWay) return;
    const { slug, title, body, place, position, isPublished } = values;
    const input = { slug: slug.trim().replace(/^\//, ''), title, body, place, position, isPublished };
    if (await kept.untilSent(saved.save(input, page?.version ?? 0, onCreated))) onSettled();
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="mt-6 flex max-w-prose flex-col gap-5"
    >
      <Field
        label={t('ownPages.title', 'Title' /* of a page */)}
        keptAs={`${keptAs}/title`}
        autoComplete="off"
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Field
        label={t('ownPages.path', 'Path' /* of a page: about is /about */)}
        keptAs={`${keptAs}/slug`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.slug}
        hint={t(
          'ownPages.pathHint',
          'For example about, for a page at /about. Old paths lead to the new one.',
        )}
        error={errors.slug}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
      <Field
        multiline
        label={t('ownPages.text', 'Text' /* of a page */)}
        keptAs={`${keptAs}/body`}
        rows={16}
        value={values.body}
        hint={t(
          'ownPages.markdown',
          'Markdown: # Heading, **bold**, *italic*, - lists, [links](/privacy), tables.',
        )}
        error={errors.body}
        aside={
          <CharacterCounter charCount={countChars(values.body)} charsMax={OWN_PAGE_LIMITS.bodyCharsMax} />
        }
        onChange={({ currentTarget }) => change({ body: currentTarget.value })}
      />
      <PagePreview body={values.body} />
      <PlaceField value={values.place} error={errors.place} onChange={(place) => change({ place })} />
      <Field
        label={t('ownPages.order', 'Order' /* of links to pages: a number */)}
        inputMode="numeric"
        autoComplete="off"
        value={String(values.position)}
        hint={t('ownPages.orderHint', 'Links with lower numbers come first.')}
        error={errors.position}
        onChange={({ currentTarget }) =>
          change({ position: Number(currentTarget.value.replace(/\D/g, '').slice(0, 3)) })
        }
      />
      <Checkbox
        label={t('ownPages.isPublished', 'Published: everybody can read it')}
        isChecked={values.isPublished}
        onChange={(isPublished) => change({ isPublished })}
        className="self-start"
      />
      {isBehind && <NewerPage page={page} />}
      {failure && (
        <p role="alert" className="text-danger">
          {failure.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isUnderWay}>
          <span>
            {isBehind
              ? t('ownPages.saveAnyway', 'Save mine in its place' /* although somebody else has changed it */)
              : t('ownPages.save', 'Save the page')}
          </span>
          {isUnderWay && <Spinner />}
        </Button>
        {begun && (
          <Button
            onClick={() => {
              kept.forget();
              onSettled();
              setValues(page ?? begun);
            }}
          >
            {t('settings.discard', 'Discard the changes')}
          </Button>
        )}
        {begun && (
          <Deletion
            isUnderWay={isUnderWay}
            onDelete={() => void saved.remove().then((isGone) => isGone && onDeleted())}
          />
        )}
      </div>
    </form>
  );
}

/** What somebody else has saved since the form was opened. */
const NewerPage = ({ page: { title, slug, body } }: { page: OwnPage }) => (
  <section aria-labelledby="newer-page" className="rounded-card border border-line p-4">
    <h3 id="newer-page" className="font-semibold">
      {t('ownPages.newer', 'What somebody else has saved since')}
    </h3>
    <p dir="auto" className="mt-2 text-page-start wrap-anywhere">{`${title} · /${slug}`}</p>
    <p dir="auto" className="mt-2 text-page-start whitespace-pre-line wrap-anywhere text-muted">
      {body}
    </p>
  </section>
);

/** Asks before it deletes, because the history goes with the page. */
function Deletion({ isUnderWay, onDelete }: { isUnderWay: boolean; onDelete: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <Button look="danger" onClick={() => setAsked(true)}>
        {t('ownPages.delete', 'Delete …' /* a page; asks once more */)}
      </Button>
    );
  return (
    <Button look="danger" aria-disabled={isUnderWay} onClick={() => !isUnderWay && onDelete()}>
      {t('ownPages.deleteForGood', 'Delete the page and its history for good')}
    </Button>
  );
}
