import type { ProductStatus } from '@/lib/contract/product-reference';
import { hasRole, isActive, type Viewer } from './viewer';

type Owned = { submitterId: string | null };

export const canEditProduct = (viewer: Viewer, product: Owned) => product.submitterId === viewer.userId;

/** Whether the viewer may see a product as its submitter does, whatever its status. */
export const canSeeOwnProduct = (viewer: Viewer, product: Owned) =>
  canEditProduct(viewer, product) || (isActive(viewer) && hasRole(viewer, 'moderator'));

/** Whether the viewer may open the page of a product that was not removed. Approved products are public. */
export const canOpenProduct = (viewer: Viewer | undefined, product: Owned & { status: ProductStatus }) =>
  product.status === 'approved' || (viewer !== undefined && canSeeOwnProduct(viewer, product));
