import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useSessionToken } from '@/hooks/use-user';
import { useSignIn } from '@/hooks/use-sign-in';
import type { Product } from '@/lib/contract/product';
import { productPath } from '@/lib/pages/paths';

export type SuggestEditProps = {
  product: Product;
  isOpen: boolean;
  onClose: () => void;
};

type EditSectionProps = {
  product: Product;
  load: () => Promise<ComponentType<SuggestEditProps>>;
};

const HASH = '#suggest-edit';

/** Where members suggest changes, and see those that others have suggested. Visitors sign in first, and come back here. */
export function EditSection({ product, load }: EditSectionProps) {
  const isMember = Boolean(useSessionToken());
  const signIn = useSignIn();
  const [isOpen, setIsOpen] = useState(false);
  const { Component, isMissing, retry } = useLazyPart(load, isMember);

  // Links lead here, from this page and after a sign-in.
  useEffect(() => {
    const follow = () => isMember && window.location.hash === HASH && setIsOpen(true);
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [isMember]);

  function press(): void {
    if (!isMember) return signIn.open(productPath(product.slug) + HASH);
    setIsOpen(!isOpen);
    if (isMissing) retry();
  }

  return (
    <div id={HASH.slice(1)} className="mt-4">
      <Button className="needs-script" aria-expanded={isMember ? isOpen : undefined} onClick={press}>
        Suggest an edit<span className="sr-only">{` of ${product.name}`}</span>
      </Button>
      {isOpen && isMissing && <MissingPart name="The form" onRetry={retry} />}
      {Component && isMember && (
        <Component product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}
