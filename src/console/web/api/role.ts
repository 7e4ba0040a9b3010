/** What a person may do: look, keep the books, or administer as well. */
export type Role = 'viewer' | 'bookkeeper' | 'admin';
