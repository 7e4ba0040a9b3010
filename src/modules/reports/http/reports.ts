/** The routes of reports. */
import type { Route } from '../../../kernel/http/route';
import type { Reports } from '../application/reports';

export const reportRoutes = (_reports: Reports): readonly Route[] => [];
