/** The generated files of the clients, by where they stand. Each is a function of docs/openapi.json alone. */
import { readApi, type DocumentObject } from './api';
import { pythonModels } from './python-models';
import { pythonOperations } from './python-operations';
import { typescriptModels, typescriptOperations } from './typescript';

export const clientFiles: Readonly<Record<string, (document: object) => string>> = {
  'clients/typescript/src/generated/models.ts': (document) => typescriptModels(readApi(document as DocumentObject)),
  'clients/typescript/src/generated/operations.ts': (document) =>
    typescriptOperations(readApi(document as DocumentObject)),
  'clients/python/src/ledger_client/generated/models.py': (document) =>
    pythonModels(readApi(document as DocumentObject)),
  'clients/python/src/ledger_client/generated/operations.py': (document) =>
    pythonOperations(readApi(document as DocumentObject), 'sync'),
  'clients/python/src/ledger_client/generated/async_operations.py': (document) =>
    pythonOperations(readApi(document as DocumentObject), 'async'),
};
