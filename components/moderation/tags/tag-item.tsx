import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { useTagChanges } from '@/hooks/use-curated-tags';
import { readFormFields } from '@/lib/browser/window';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { type CuratedTag, TAG_LIMITS } from '@/lib/contract/tag-curation';
import { countOf } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { TagPicker } from './tag-picker';

type TagItemProps = { tag: CuratedTag; onChanged: () => Promise<void> };

export function TagItem({ tag, onChanged }: TagItemProps) {
  const { slug, name, productCount, parent, synonyms, formerSlugs, isHidden, description } = tag;
  const [isOpen, setIsOpen] = useState(false);
  const facts = [
    countOf(productCount, site.noun, site.nounPlural),
    ...(parent ? [`below ${parent.name}`] : []),
    ...(synonyms.length > 0 ? [`also ${synonyms.map((synonym) => synonym.name).join(', ')}`] : []),
    ...(formerSlugs.length > 0 ? [`formerly ${formerSlugs.map(tagPath).join(', ')}`] : []),
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
          {isHidden && <span> · hidden</span>}
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
          Change<span className="sr-only">{` ${name}`}</span>
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
          label="Name"
          name="name"
          keptAs={`tag name ${id}/name`}
          maxLength={PRODUCT_LIMITS.tagNameCharsMax}
          defaultValue={name}
          autoComplete="off"
        />
        <Field
          label="Address"
          name="slug"
          keptAs={`tag name ${id}/slug`}
          maxLength={TAG_LIMITS.slugCharsMax}
          defaultValue={slug}
          autoComplete="off"
          autoCapitalize="none"
          hint="The last part of its link. The old link keeps working."
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          Rename<span className="sr-only">{` ${name}`}</span>
        </Button>
      </form>
      <form noValidate onSubmit={onDescribe} className="flex flex-col gap-3">
        <Field
          multiline
          label="Description"
          isOptional
          name="description"
          keptAs={`tag ${id}/description`}
          maxLength={TAG_LIMITS.descriptionCharsMax}
          defaultValue={description}
          hint="One paragraph of plain text, for its page and for search engines."
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          Save<span className="sr-only">{` the description of ${name}`}</span>
        </Button>
      </form>
      <form noValidate onSubmit={onAddSynonym} className="flex flex-col gap-3">
        {synonyms.length > 0 && (
          <ul aria-label={`Synonyms of ${name}`} className="flex flex-wrap gap-1.5">
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
          label="Synonym"
          name="synonym"
          keptAs={`tag synonym ${id}/synonym`}
          maxLength={PRODUCT_LIMITS.tagNameCharsMax}
          autoComplete="off"
          hint={`Another name for ${name}. It finds ${name} in forms, imports, searches and links.`}
        />
        <Button type="submit" size="small" aria-disabled={isChanging} className="self-start">
          Add synonym<span className="sr-only">{` of ${name}`}</span>
        </Button>
      </form>
      <div className="flex flex-col gap-3">
        <TagPicker
          label="Above it"
          hint={parent ? `Now below ${parent.name}.` : 'A more general tag, whose page links here.'}
          exceptId={id}
          action="Put below"
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
            Below none<span className="sr-only">{`: ${name}`}</span>
          </Button>
        )}
      </div>
      <TagPicker
        label="Merge into"
        hint={`All ${countOf(productCount, site.noun, site.nounPlural)} get that tag. You can undo it for ${TAG_LIMITS.undoDays} days.`}
        exceptId={id}
        action={`Merge ${name} into`}
        look="danger"
        isBusy={isChanging}
        onPick={(target) => void changes.merge(target)}
      />
      <div>
        <p className="mb-1.5 font-semibold">{isHidden ? 'Hidden' : 'Hide'}</p>
        <p className="mb-2 text-sm text-muted">
          {isHidden
            ? `Its ${site.nounPlural} still have it. Show it to bring everything back.`
            : `It has no page, and no list or search shows it. Its ${site.nounPlural} keep it, so you can show it again.`}
        </p>
        <Button
          size="small"
          look={isHidden ? 'secondary' : 'danger'}
          aria-disabled={isChanging}
          onClick={() => void changes.setHidden(!isHidden)}
        >
          <span>{isHidden ? 'Show' : 'Hide'}</span>
          <span className="sr-only">{` ${name}`}</span>
        </Button>
      </div>
    </div>
  );
}
