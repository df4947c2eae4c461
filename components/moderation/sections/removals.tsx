import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
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
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const GROUNDS: Record<ErasureGround, string> = {
  get 'court-order'() {
    return t('removals.courtOrder', 'Court order' /* why something is erased */);
  },
  get 'personal-data'() {
    return t('removals.personalData', 'Personal data' /* why something is erased */);
  },
  get 'illegal-content'() {
    return t('removals.illegalContent', 'Illegal content' /* why something is erased */);
  },
};

/** Lists what was removed, and restores it. Admins can also erase it for good. */
export default function RemovedProducts({ isAdmin }: { isAdmin: boolean }) {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'removals',
    (after) => call(listRemovedProductsCall, { query: { after } }),
    ({ products }) => products,
  );

  const restore = ({ id, name }: RemovedProduct) =>
    decide(
      () => call(restoreProductCall, { params: { id } }),
      t('discontinuation.ended', '{name} is listed again.', { name }),
    );

  const erase = ({ id, name }: RemovedProduct, ground: ErasureGround) =>
    decide(
      () => call(eraseProductCall, { params: { id }, body: { ground } }),
      t('removals.erased', '{name} is erased.', { name }),
    );

  return (
    <>
      <Intro ref={intro}>
        {t(
          'removals.about',
          '{Nouns} that were withdrawn, or removed after a report, in the last {days} days. You can list them again.',
          { days: REMOVAL_LIMITS.restoreDays },
        )}
      </Intro>
      <ModeratorList
        failed={t('removals.notLoaded', "We couldn't load the removals")}
        showing={(count) =>
          t('removals.showing', 'Showing {count, plural, one {# removal} other {# removals}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState title={t('removals.none', 'Nothing was removed')}>
            {t('removals.noneYet', "There's nothing to list again.")}
          </EmptyState>
        }
      >
        {(product) => (
          <li key={product.id} className="rounded-card border border-line p-5">
            <h2 className="font-semibold wrap-anywhere">
              <bdi>{product.name}</bdi>
            </h2>
            <p className="mt-1 text-sm text-muted">
              {[
                product.by === 'submitter'
                  ? t('logAction.productWithdraw', 'Withdrawn by its submitter')
                  : t('logAction.reportRemove', 'Removed after a report'),
                formatShortDate(product.removedAt),
              ].join(' · ')}
            </p>
            <div className="mt-3 flex flex-wrap items-end gap-2">
              <Button size="small" aria-disabled={isDeciding} onClick={() => void restore(product)}>
                {rich('removals.listAgain', 'List again<hidden>: {name}</hidden>', {
                  hidden,
                  name: product.name,
                })}
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
            {t('removals.eraseWhy', 'Why? Nobody can undo this.')}
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
        <span key={ground ? 'sure' : 'erase'}>
          {ground
            ? rich('removals.eraseForSure', 'Yes, erase for good<hidden>: {name}</hidden>', {
                hidden,
                name: product.name,
              })
            : rich('removals.erase', 'Erase for good<hidden>: {name}</hidden>', {
                hidden,
                name: product.name,
              })}
        </span>
      </Button>
      {ground && (
        <Button size="small" onClick={() => setGround(undefined)}>
          {t('removals.keep', 'Keep it' /* a button that cancels erasing */)}
        </Button>
      )}
    </>
  );
}
