/** The first records of a table, unchanged, with fields for the role of each column and the format of its cells. */
import type { Schemas } from '../../api/client';
import { CheckField, SelectField, TextField } from '../../parts/form';
import { TableFrame } from '../../parts/table-frame';
import { partOf, roleOf, roles, withCsv, withMembers, withRole, type Json, type RoleOfColumn } from './map';

interface ColumnsProps {
  readonly map: Json;
  readonly onChange: (map: Json) => void;
  readonly table: Schemas['FilePreview']['table'];
}

const shownRows = 4;

/** Shows the columns of a table. Shows nothing for other formats, and for an export of a ledger, whose columns are known. */
export const Columns = ({ map, onChange, table }: ColumnsProps) => {
  if (table === null || map['csv'] === undefined) return null;
  const { columns, rows } = table;
  return (
    <section class="part">
      <h2>Columns</h2>
      <TableFrame>
        <table class="table import-columns">
          <caption class="heard">The first records of the file, and the meaning of each column</caption>
          <thead>
            <tr>
              {columns.map((name, at) => {
                const role = roleOf(map, columns, at);
                return (
                  <th key={at} scope="col">
                    <select
                      class={`input${role === '' ? ' is-unused' : ''}`}
                      aria-label={`The column ${name} is`}
                      value={role}
                      onChange={(event) => {
                        const chosen = event.currentTarget.value as RoleOfColumn;
                        const cells = rows.map((row) => row.cells[at] ?? '');
                        onChange(withRole(map, columns, at, chosen, cells));
                      }}
                    >
                      {roles.map(([value, label]) => (
                        <option key={value} value={value} selected={value === role}>
                          {label}
                        </option>
                      ))}
                    </select>
                    <span class="import-column-name">{name}</span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shownRows).map(({ line, cells }) => (
              <tr key={line}>
                {columns.map((_, at) => (
                  <td key={at} class={roleOf(map, columns, at) === '' ? 'soft' : ''}>
                    <span class="import-cell">{cells[at]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <Notation map={map} onChange={onChange} />
    </section>
  );
};

const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];
const decimals = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];
const encodings = [
  ...['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'windows-1250', 'windows-1251', 'iso-8859-2'],
  ...['gb18030', 'big5', 'shift_jis', 'euc-kr'],
].map((value) => ({ value, label: value }));
const dateForms = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD MMM YYYY', 'YYYYMMDD', 'DD.MM.YY'];

const Notation = ({ map, onChange }: Omit<ColumnsProps, 'table'>) => {
  const csv = partOf(map, 'csv');
  const date = partOf(csv, 'date');
  const sign = partOf(csv, 'sign');
  const change = (changes: Json): void => onChange(withCsv(map, changes));
  const isOfTwo = csv['debit'] !== undefined || csv['credit'] !== undefined;
  const lines = (name: string): Omit<Parameters<typeof TextField>[0], 'label'> => ({
    type: 'number',
    value: String(csv[name] ?? 0),
    onInput: (value) => change({ [name]: Number(value) || undefined }),
  });
  return (
    <>
      <div class="fields import-fields">
        <TextField
          label="Date format"
          value={String(date['format'] ?? dateForms[0])}
          suggestions={dateForms}
          onInput={(format) => change({ date: withMembers(date, { format }) })}
        />
        <SelectField
          label="Amount format"
          value={String(csv['decimal'] ?? '.')}
          choices={decimals}
          onInput={(decimal) => change({ decimal })}
        />
        {csv['sign'] === undefined ? null : (
          <TextField
            label="Words that mark an outflow"
            value={Array.isArray(sign['negative']) ? sign['negative'].join(', ') : ''}
            hint="Separated by commas"
            onInput={(words) => change({ sign: { ...sign, negative: words.split(',').map((word) => word.trim()) } })}
          />
        )}
        <SelectField
          label="Column separator"
          value={String(csv['delimiter'] ?? ',')}
          choices={delimiters}
          onInput={(delimiter) => change({ delimiter })}
        />
        <SelectField
          label="Encoding"
          value={String(csv['encoding'] ?? 'utf-8')}
          choices={encodings}
          onInput={(encoding) => change({ encoding })}
        />
        <TextField label="Lines before the header" {...lines('skip_lines')} />
        <TextField label="Rows to skip at the end" {...lines('skip_footer')} />
      </div>
      <div class="row import-checks">
        <CheckField
          label="The first line names the columns"
          isChecked={csv['header'] !== false}
          onChange={(isThere) => change({ header: isThere ? undefined : false })}
        />
        {isOfTwo ? (
          <CheckField
            label="Amounts in these two columns are signed"
            isChecked={csv['signed'] === true}
            onChange={(isSigned) => change({ signed: isSigned || undefined })}
          />
        ) : (
          <CheckField
            label="A positive amount is an outflow"
            isChecked={csv['negate'] === true}
            onChange={(isTurned) => change({ negate: isTurned || undefined })}
          />
        )}
      </div>
    </>
  );
};
