/** Reports: what the books say, and the books themselves, for those who audit them and those who take them home. */
export { REPORTS, type Reports } from './application/reports';
