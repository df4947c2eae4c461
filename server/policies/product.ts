import type { ProductStatus } from '@/lib/contract/product-reference';
import { canModerate, type Viewer } from './viewer';

type Owned = { submitterId: string | null };

export const canEditProduct = (viewer: Viewer, product: Owned) => product.submitterId === viewer.userId;

/** Whether the viewer may see a product as its submitter does, whatever its status. */
export const canSeeOwnProduct = (viewer: Viewer, product: Owned) =>
  canEditProduct(viewer, product) || canModerate(viewer);

/** Whether the viewer made the latest version of a product: its edit, if it has one. */
export const isAuthorOfLatest = (
  viewer: Pick<Viewer, 'userId'>,
  { submitterId, editorId }: Owned & { editorId?: string | null | undefined },
) => (editorId ?? submitterId) === viewer.userId;

/** Whether everyone may open the page of a product. */
export const isPublicProduct = ({ status }: { status: ProductStatus }) =>
  status === 'approved' || status === 'discontinued';

/** Whether the viewer may open the page of a product that was not removed. */
export const canOpenProduct = (viewer: Viewer | undefined, product: Owned & { status: ProductStatus }) =>
  isPublicProduct(product) || (viewer !== undefined && canSeeOwnProduct(viewer, product));
