import type { ReactElement, ReactNode } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { type HistoryEntry, listVersionsCall, revertProductCall } from '@/lib/contract/history';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { ModeratorList } from './moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ProductHistoryProps = {
  productId: string;
  editForm?: (onSaved: () => void) => ReactNode;
};

/** What a product said, with what each version changed, and the way back to a version. */
export function ProductHistory({ productId, editForm }: ProductHistoryProps) {
  const { product, versions, list, isReverting, reversionFailure, revert } = useHistory(productId);
  return (
    <>
      {product && (
        <>
          <h2 className="mt-2 text-lg font-bold wrap-anywhere">
            <a href={productPath(product.slug)} className="hover:text-accent">
              <bdi>{product.name}</bdi>
            </a>
          </h2>
          <p className="mt-2 max-w-prose text-muted">
            {t(
              'productHistory.intro',
              'Going back to a version changes texts, link, tags and details. Images stay as they are now.',
            )}
          </p>
        </>
      )}
      {reversionFailure && (
        <p role="alert" className="mt-4 text-danger">
          {reversionFailure.message}
        </p>
      )}
      <ModeratorList
        isOrdered
        failed={t('productHistory.notLoaded', "We couldn't load the history")}
        showing={(count) =>
          t('productHistory.showing', 'Showing {count, plural, one {# version} other {# versions}}.', {
            count,
          })
        }
        list={list}
        items={versions}
        empty={
          <EmptyState title={t('productHistory.none', 'No changes yet')}>
            {t('productHistory.noneText', 'The first change appears here.')}
          </EmptyState>
        }
      >
        {(version) => (
          <Version
            key={version.id}
            version={version}
            isReverting={isReverting}
            onRevert={product?.status === 'approved' ? () => void revert(version.id) : undefined}
          />
        )}
      </ModeratorList>
      {product?.status === 'approved' && editForm?.(() => void list.refresh())}
    </>
  );
}

const KINDS: Record<HistoryEntry['kind'], string> = {
  get first() {
    return t('productHistory.first', 'Before the first recorded change');
  },
  get submitted() {
    return t('productHistory.submitted', 'Submitted' /* a version of a product */);
  },
  get edited() {
    return t('productHistory.edited', 'Edited' /* a version of a product */);
  },
  get approved() {
    return t('productHistory.approved', 'Edit approved' /* a version of a product */);
  },
  get corrected() {
    return t('productHistory.corrected', 'Details corrected' /* a version of a product */);
  },
  get imported() {
    return t('productHistory.imported', 'Changed by an import');
  },
  get reverted() {
    return t('logAction.productRevert', 'Returned to an earlier version');
  },
};

type VersionProps = { version: HistoryEntry; isReverting: boolean; onRevert?: () => void };

function Version({ version, isReverting, onRevert }: VersionProps) {
  const { kind, createdAt, changes, isPresent } = version;
  const isByMember = kind !== 'first' && kind !== 'imported';
  const when = <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>;
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold">{KINDS[kind]}</h3>
      <p className="mt-1 text-sm text-muted">
        <span>{isByMember ? sayByMember(version, when) : when}</span>
        {isPresent && <span>{` · ${t('productHistory.publicNow', 'public now' /* of a version */)}`}</span>}
      </p>
      {changes.length > 0 && (
        <dl className="mt-3 flex flex-col gap-3">
          {changes.map((change) => (
            <ChangedPart key={change.part} {...change} />
          ))}
        </dl>
      )}
      {changes.length === 0 && kind === 'corrected' && (
        <p className="mt-3">
          {t('productHistory.onlyConfirmed', 'Confirmed details. Nothing else changed.')}
        </p>
      )}
      {!isPresent && onRevert && (
        <Button look="danger" size="small" className="mt-4" aria-disabled={isReverting} onClick={onRevert}>
          {rich('productHistory.goBack', 'Go back to this version<hidden> ({kind}, {day})</hidden>', {
            hidden,
            kind: KINDS[kind],
            day: formatShortDate(createdAt),
          })}
        </Button>
      )}
    </li>
  );
}

function sayByMember({ memberHandle, memberRole }: HistoryEntry, when: ReactElement) {
  return memberHandle === null
    ? rich('productHistory.byFormerMember', '{when} by a former member' /* changed it */, { when })
    : rich('productHistory.by', '{when} by {member}' /* changed it */, {
        when,
        member: <MemberHandle handle={memberHandle} role={memberRole} />,
      });
}

function useHistory(productId: string) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { pages, ...list } = useModeratorList(`history ${productId}`, (after) =>
    call(listVersionsCall, { params: { id: productId }, query: { after } }),
  );

  return {
    /** Undefined until the first page is loaded, as are the versions. */
    product: pages?.[0]?.product,
    versions: pages?.flatMap(({ versions }) => versions),
    list,
    isReverting: isUnderWay,
    reversionFailure: failure,
    /** Resolves to whether the product says again what the version said. */
    revert: (versionId: string) =>
      attempt(async () => {
        await call(revertProductCall, { params: { id: versionId } });
        void showToast('success', t('productHistory.revertedToast', 'The earlier version is public again.'));
        void list.refresh();
      }),
  };
}
