{{/* Names and labels; what every pod of the chart has in common. */}}
{{- define "ledger.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "ledger.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Of a role: (dict "root" $ "role" "api") */}}
{{- define "ledger.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "ledger.labels" -}}
{{ include "ledger.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Not root, and needing nothing of Kubernetes. */}}
{{- define "ledger.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "ledger.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Settings that are no secret. */}}
{{- define "ledger.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* The settings that name files, and the volume of these: (dict "root" $ "owner" true) for who migrates. */}}
{{- define "ledger.secretSettings" -}}
{{- with .root.Values.secret.keys -}}
- name: DATABASE_URL_FILE
  value: /run/secrets/ledger/{{ .databaseUrl }}
- name: LEDGER_KEY_PEPPER_FILE
  value: /run/secrets/ledger/{{ .keyPepper }}
{{- if .previousKeyPepper }}
- name: LEDGER_KEY_PEPPER_PREVIOUS_FILE
  value: /run/secrets/ledger/{{ .previousKeyPepper }}
{{- end }}
{{- if and $.owner .migrationUrl }}
- name: LEDGER_MIGRATION_URL_FILE
  value: /run/secrets/ledger/{{ .migrationUrl }}
{{- end }}
{{- if and (not $.owner) .redisUrl }}
- name: REDIS_URL_FILE
  value: /run/secrets/ledger/{{ .redisUrl }}
{{- end }}
{{- if and (not $.owner) .readUrl }}
- name: LEDGER_READ_URL_FILE
  value: /run/secrets/ledger/{{ .readUrl }}
{{- end }}
{{- end }}
{{- end }}

{{- define "ledger.secretVolume" -}}
{{- with .root.Values.secret -}}
- name: secrets
  secret:
    secretName: {{ required "secret.name: the chart makes no secret, so name yours" .name }}
    defaultMode: 0440
    items:
      {{- $keys := list .keys.databaseUrl .keys.keyPepper }}
      {{- if $.owner }}{{ $keys = append $keys .keys.migrationUrl }}{{ else }}{{ $keys = concat $keys (list .keys.redisUrl .keys.readUrl) }}{{ end }}
      {{- range compact $keys }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}
{{- end }}
