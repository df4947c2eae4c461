import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useHydrated } from '@/hooks/use-browser';
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { COMPARE_FIELDS, comparePath } from '@/lib/pages/product-paths';
import { type PickedProduct, ProductPicker } from './product-picker';
import { t } from '@/lib/texts/texts';

export type CompareFormProps = {
  found: readonly PickedProduct[];
  /** What was typed and led to no product. */
  missing: readonly string[];
};

/** Asks for two to four products. Without JavaScript, the server finds them by their names. */
export function CompareForm({ found, missing }: CompareFormProps) {
  const router = useRouter();
  const [picked, setPicked] = useState<PickedProduct[]>([...found]);
  const [error, setError] = useState(missing.length > 0 ? describeMissing(missing) : undefined);

  function send(event: SubmitEvent): void {
    event.preventDefault();
    if (picked.length < 2) setError(t('compareForm.atLeastTwo', 'Choose at least two {nouns}.'));
    else void router.push(comparePath(picked.map(({ slug }) => slug)));
  }

  if (useHydrated()) {
    return (
      <form noValidate onSubmit={send} className="mt-6 flex max-w-prose flex-col gap-6">
        <ProductPicker
          label={t('search.products', 'Search {nouns}')}
          hint={t('compareForm.howMany', 'Two to {max}. Type a name.', {
            max: COMPARED_MAX,
          })}
          picked={picked}
          pickedMax={COMPARED_MAX}
          error={error}
          onChange={(products) => {
            setPicked(products);
            setError(undefined);
          }}
        />
        <Button type="submit" look="primary" className="self-start">
          {t('compare.verb', 'Compare' /* shows the comparison */)}
        </Button>
      </form>
    );
  }
  const typed = [...found.map(({ name }) => name), ...missing];
  return (
    <form action="/compare" className="mt-6 flex max-w-prose flex-col gap-4">
      {COMPARE_FIELDS.map((name, index) => (
        <Field
          key={name}
          name={name}
          dir="auto"
          label={t('compareForm.field', '{Noun} {number}' /* the name of a product to compare */, {
            number: index + 1,
          })}
          defaultValue={typed[index]}
          error={missing.includes(typed[index] ?? '') ? describeMissing([typed[index] ?? '']) : undefined}
          maxLength={200}
        />
      ))}
      <Button type="submit" look="primary" className="self-start">
        {t('compare.verb', 'Compare' /* shows the comparison */)}
      </Button>
    </form>
  );
}

const describeMissing = (missing: readonly string[]) =>
  t('compareForm.missing', "There's no {noun} called {names} here.", {
    names: missing
      .map((name) => t('compareForm.quoted', '“{name}”' /* in: There's no … called … */, { name }))
      .reduce((names, name) =>
        t('compareForm.or', '{names} or {name}' /* in: There's no … called … or … here. */, { names, name }),
      ),
  });
