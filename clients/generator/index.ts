/** Maps the path of each generated file of the clients to the function that generates it from the API's documents. */
import { readApi, type DocumentObject } from './api';
import { pythonFixtures, typescriptFixtures } from './fixtures';
import { pythonModels } from './python-models';
import { pythonOperations } from './python-operations';
import { typescriptModels, typescriptOperations } from './typescript';

export const clientFiles: Readonly<Record<string, (document: object, adminDocument: object) => string>> = {
  'clients/typescript/src/generated/models.ts': (document, adminDocument) => {
    const api = readApi(document as DocumentObject);
    const codes = new Set([...api.codes, ...readApi(adminDocument as DocumentObject).codes]);
    return typescriptModels(api, [...codes].sort());
  },
  'clients/typescript/src/generated/operations.ts': (document) =>
    typescriptOperations(readApi(document as DocumentObject)),
  'clients/typescript/src/generated/admin-models.ts': (_, adminDocument) =>
    typescriptModels(readApi(adminDocument as DocumentObject), []),
  'clients/typescript/src/generated/admin-operations.ts': (_, adminDocument) =>
    typescriptOperations(readApi(adminDocument as DocumentObject), 'admin-models'),
  'clients/typescript/src/generated/event-fixtures.ts': (document) => typescriptFixtures(document),
  'clients/python/src/ledger_client/generated/event_fixtures.py': (document) => pythonFixtures(document),
  'clients/python/src/ledger_client/models.py': (document) => pythonModels(readApi(document as DocumentObject)),
  'clients/python/src/ledger_client/generated/operations.py': (document) =>
    pythonOperations(readApi(document as DocumentObject), 'sync'),
  'clients/python/src/ledger_client/generated/async_operations.py': (document) =>
    pythonOperations(readApi(document as DocumentObject), 'async'),
};
