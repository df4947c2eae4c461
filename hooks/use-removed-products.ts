import { call } from '@/lib/api/http';
import {
  eraseProductCall,
  type ErasureGround,
  listRemovedProductsCall,
  type RemovedProduct,
} from '@/lib/contract/removal';
import { restoreProductCall } from '@/lib/contract/report-decision';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The products that can be restored, the last removed one first. */
export function useRemovedProducts() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('removals', (after) =>
    call(listRemovedProductsCall, { query: { after } }),
  );
  const change = async (work: () => Promise<string>) => {
    await announce(work);
    await list.refresh();
  };

  return {
    /** Undefined until the first page is loaded. */
    products: pages?.flatMap(({ products }) => products),
    list,
    isChanging: isUnderWay,
    restore: ({ id, name }: RemovedProduct) =>
      change(async () => {
        await call(restoreProductCall, { params: { id } });
        return `${name} is listed again.`;
      }),
    erase: ({ id, name }: RemovedProduct, ground: ErasureGround) =>
      change(async () => {
        await call(eraseProductCall, { params: { id }, body: { ground } });
        return `${name} is erased.`;
      }),
  };
}
