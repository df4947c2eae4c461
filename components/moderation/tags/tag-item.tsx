import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import { useTagChanges } from '@/hooks/use-curated-tags';
import { readFormFields } from '@/lib/browser/window';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { type CuratedTag, TAG_LIMITS } from '@/lib/contract/tag-curation';
import { tagPath } from '@/lib/pages/paths';
import { TagPicker } from './tag-picker';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

type TagItemProps = { tag: CuratedTag; onChanged: () => Promise<void> };

export function TagItem({ tag, onChanged }: TagItemProps) {
  const { slug, name, productCount, parent, synonyms, formerSlugs, isHidden, description } = tag;
  const [isOpen, setIsOpen] = useState(false);
  const facts = [
    t('list.productCount', '{count, plural, one {# {noun}} other {# {nouns}}}', { count: productCount }),
    ...(parent ? [t('tagItem.below', 'below {name}' /* a more general tag */, { name: parent.name })] : []),
    ...(synonyms.length > 0
      ? [
          t('tagItem.synonyms', 'also {names}' /* other names of a tag */, {
            names: formatRow(synonyms.map((synonym) => synonym.name)),
          }),
        ]
      : []),
    ...(formerSlugs.length > 0
      ? [
          t('tagItem.formerPaths', 'formerly {paths}' /* the paths of a tag */, {
            paths: formatRow(formerSlugs.map(tagPath)),
          }),
        ]
      : []),
  ];
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        {isHidden ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={tagPath(slug)} className="hover:text-accent">
            <bdi>{name}</bdi>
          </a>
        )}
        <span> </span>
        <span dir="ltr" className="text-sm font-normal text-muted">
          <span>{tagPath(slug)}</span>
          {isHidden && <span>{` · ${t('tagItem.isHidden', 'hidden' /* a tag */)}`}</span>}
        </span>
      </h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">{facts.join(' · ')}</p>
      {description && (
        <p dir="auto" className="mt-1 text-page-start text-sm wrap-anywhere">
          {description}
        </p>
      )}
      <details className="mt-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="py-2 font-semibold pointer-coarse:py-2.5">
          {rich('tagItem.change', 'Change<hidden> {name}</hidden>', { hidden, name })}
        </summary>
        {isOpen && <TagForms tag={tag} onChanged={onChanged} />}
      </details>
    </li>
  );
}

function TagForms({ tag, onChanged }: TagItemProps) {
  const { id, slug, name, description, parent, synonyms, isHidden, productCount } = tag;
  const changes = useTagChanges(tag, onChanged);
  const { isChanging } = changes;
  const kept = useKeptForm(`tag ${id}`);
  const keptName = useKeptForm(`tag name ${id}`);
  const keptSynonym = useKeptForm(`tag synonym ${id}`);

  function onRename(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void keptName.untilSent(changes.rename(readFormFields(event.currentTarget, ['name', 'slug'])));
  }

  function onDescribe(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { description: typed } = readFormFields(event.currentTarget, ['description']);
    void kept.untilSent(changes.describe(typed.replace(/\s+/g, ' ')));
  }

  async function onAddSynonym(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const adding = changes.addSynonym(readFormFields(form, ['synonym']).synonym);
    if (await keptSynonym.untilSent(adding)) form.reset();
  }

  return (
    <div className="mt-2 grid gap-6 sm:grid-cols-2">
      <form noValidate onSubmit={onRename} className="flex flex-col gap-3">
        <Field
          label={t('tagItem.name', 'Name' /* of a tag */)}
          name="name"
          keptAs={`tag name ${id}/name`}
          maxLength={PRODUCT_LIMITS.tagNameCharsMax}
          defaultValue={name}
          autoComplete="off"
        />
        <Field
          label={t('tagItem.address', 'Address' /* the last part of the link of a tag */)}
          name="slug"
          keptAs={`tag name ${id}/slug`}
          maxLength={TAG_LIMITS.slugCharsMax}
          defaultValue={slug}
          autoComplete="off"
          autoCapitalize="none"
          hint={t('tagItem.addressHint', 'The last part of its link. The old link keeps working.')}
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          {rich('tagItem.rename', 'Rename<hidden> {name}</hidden>', { hidden, name })}
        </Button>
      </form>
      <form noValidate onSubmit={onDescribe} className="flex flex-col gap-3">
        <Field
          multiline
          label={t('tagItem.description', 'Description' /* of a tag */)}
          isOptional
          name="description"
          keptAs={`tag ${id}/description`}
          maxLength={TAG_LIMITS.descriptionCharsMax}
          defaultValue={description}
          hint={t(
            'tagItem.descriptionHint',
            'One paragraph of plain text, for its page and for search engines.',
          )}
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          {rich('tagItem.describe', 'Save<hidden> the description of {name}</hidden>', { hidden, name })}
        </Button>
      </form>
      <form noValidate onSubmit={onAddSynonym} className="flex flex-col gap-3">
        {synonyms.length > 0 && (
          <ul
            aria-label={t('tagItem.synonymList', 'Synonyms of {name}', { name })}
            className="flex flex-wrap gap-1.5"
          >
            {synonyms.map((synonym) => (
              <Chip
                key={synonym.slug}
                name={synonym.name}
                className="max-w-full border-line bg-surface"
                isBusy={isChanging}
                onRemove={() => void changes.removeSynonym(synonym)}
              />
            ))}
          </ul>
        )}
        <Field
          label={t('tagItem.synonym', 'Synonym' /* of a tag */)}
          name="synonym"
          keptAs={`tag synonym ${id}/synonym`}
          maxLength={PRODUCT_LIMITS.tagNameCharsMax}
          autoComplete="off"
          hint={t(
            'tagItem.synonymHint',
            'Another name for {name}. It finds {name} in forms, imports, searches and links.',
            { name },
          )}
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          {rich('tagItem.addSynonym', 'Add synonym<hidden> of {name}</hidden>', { hidden, name })}
        </Button>
      </form>
      <div className="flex flex-col gap-3">
        <TagPicker
          label={t('tagItem.parent', 'Above it' /* the more general tag */)}
          hint={
            parent
              ? t('tagItem.parentNow', 'Now below {name}.', { name: parent.name })
              : t('tagItem.parentHint', 'A more general tag, whose page links here.')
          }
          exceptId={id}
          action={(above) => t('tagItem.nest', 'Put below {tag}', { tag: above })}
          isBusy={isChanging}
          onPick={(target) => void changes.nest(target)}
        />
        {parent && (
          <Button
            size="small"
            aria-disabled={isChanging}
            className="self-start"
            onClick={() => void changes.nest(null)}
          >
            {rich('tagItem.unnest', 'Below none<hidden>: {name}</hidden>', { hidden, name })}
          </Button>
        )}
      </div>
      <TagPicker
        label={t('tagItem.merge', 'Merge into' /* label of a field for another tag */)}
        hint={t(
          'tagItem.mergeHint',
          'All {count, plural, one {# {noun}} other {# {nouns}}} get that tag. You can undo it for {days, plural, one {# day} other {# days}}.',
          { count: productCount, days: TAG_LIMITS.undoDays },
        )}
        exceptId={id}
        action={(target) => t('merge.send', 'Merge {name} into {target}', { name, target })}
        look="danger"
        isBusy={isChanging}
        onPick={(target) => void changes.merge(target)}
      />
      <div>
        <p className="mb-1.5 font-semibold">
          {isHidden
            ? t('tagItem.hiddenTitle', 'Hidden' /* state of the tag */)
            : t('tagItem.hideTitle', 'Hide' /* heads what hiding the tag does */)}
        </p>
        <p className="mb-2 text-sm text-muted">
          {isHidden
            ? t('tagItem.hiddenText', 'Its {nouns} still have it. Show it to bring everything back.')
            : t(
                'tagItem.hideText',
                'It has no page, and no list or search shows it. Its {nouns} keep it, so you can show it again.',
              )}
        </p>
        <Button
          size="small"
          look={isHidden ? 'secondary' : 'danger'}
          aria-disabled={isChanging}
          onClick={() => void changes.setHidden(!isHidden)}
        >
          {/* A key, because a translation of the page would keep the former word. */}
          <span key={isHidden ? 'show' : 'hide'}>
            {isHidden
              ? rich('tagItem.show', 'Show<hidden> {name}</hidden>', { hidden, name })
              : rich('tagItem.hide', 'Hide<hidden> {name}</hidden>', { hidden, name })}
          </span>
        </Button>
      </div>
    </div>
  );
}
