import { REJECTION_REASONS } from '@/lib/contract/plain/rejection-reasons';
import { site } from '@/lib/site';

export const COMMON_REASONS = REJECTION_REASONS(site.noun);
