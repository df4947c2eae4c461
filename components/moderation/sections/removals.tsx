import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/api/http';
import {
  eraseProductCall,
  ERASURE_GROUNDS,
  type ErasureGround,
  listRemovedProductsCall,
  REMOVAL_LIMITS,
  type RemovedProduct,
  restoreProductCall,
} from '@/lib/contract/report';
import { formatShortDate } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';

const GROUNDS: Record<ErasureGround, string> = {
  'court-order': 'Court order',
  'personal-data': 'Personal data',
  'illegal-content': 'Illegal content',
};

/** Lists what was removed, and restores it. Admins can also erase it for good. */
export default function RemovedProducts({ isAdmin }: { isAdmin: boolean }) {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'removals',
    (after) => call(listRemovedProductsCall, { query: { after } }),
    ({ products }) => products,
  );

  const restore = ({ id, name }: RemovedProduct) =>
    decide(() => call(restoreProductCall, { params: { id } }), `${name} is listed again.`);

  const erase = ({ id, name }: RemovedProduct, ground: ErasureGround) =>
    decide(() => call(eraseProductCall, { params: { id }, body: { ground } }), `${name} is erased.`);

  return (
    <>
      <Intro ref={intro}>
        {`${site.nounPlural.charAt(0).toUpperCase()}${site.nounPlural.slice(1)} that were withdrawn, or removed after a report, in the last ${REMOVAL_LIMITS.restoreDays} days. You can list them again.`}
      </Intro>
      <ModeratorList
        name="removals"
        list={list}
        items={items}
        empty={<EmptyState title="Nothing was removed">There&apos;s nothing to list again.</EmptyState>}
      >
        {(product) => (
          <li key={product.id} className="rounded-card border border-line p-5">
            <h2 className="font-semibold wrap-anywhere">
              <bdi>{product.name}</bdi>
            </h2>
            <p className="mt-1 text-sm text-muted">
              {`${product.by === 'submitter' ? 'Withdrawn by its submitter' : 'Removed after a report'} · ${formatShortDate(product.removedAt)}`}
            </p>
            <div className="mt-3 flex flex-wrap items-end gap-2">
              <Button size="small" aria-disabled={isDeciding} onClick={() => void restore(product)}>
                List again<span className="sr-only">{`: ${product.name}`}</span>
              </Button>
              {isAdmin && <Erase product={product} isChanging={isDeciding} onErase={erase} />}
            </div>
          </li>
        )}
      </ModeratorList>
    </>
  );
}

type EraseProps = {
  product: RemovedProduct;
  isChanging: boolean;
  onErase: (product: RemovedProduct, ground: ErasureGround) => Promise<boolean>;
};

/** The same button asks and erases, so that it keeps the focus. */
function Erase({ product, isChanging, onErase }: EraseProps) {
  const id = useId();
  const [ground, setGround] = useState<ErasureGround>();
  return (
    <>
      {ground && (
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            Why? Nobody can undo this.
          </label>
          <select
            id={id}
            value={ground}
            onChange={({ target }) => setGround(ERASURE_GROUNDS.find((known) => known === target.value))}
            className="field h-target-thumb"
          >
            {ERASURE_GROUNDS.map((known) => (
              <option key={known} value={known}>
                {GROUNDS[known]}
              </option>
            ))}
          </select>
        </div>
      )}
      <Button
        look="danger"
        size="small"
        aria-disabled={isChanging}
        onClick={() => (ground ? void onErase(product, ground) : setGround('personal-data'))}
      >
        <span>{ground ? 'Yes, erase for good' : 'Erase for good'}</span>
        <span className="sr-only">{`: ${product.name}`}</span>
      </Button>
      {ground && (
        <Button size="small" onClick={() => setGround(undefined)}>
          Keep it
        </Button>
      )}
    </>
  );
}
