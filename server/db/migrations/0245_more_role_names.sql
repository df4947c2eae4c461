-- migrate: compatible-with 0071
-- Roles in more languages are refused now, so names that may contain one are checked again by the job `check-names`.
UPDATE users SET handle_skeleton = NULL
WHERE name_issue IS NULL
  AND (name || ' ' || handle) ~* '[^ -~]|moder|equip|soporte|suporte|assistenza|destek|ekip|redaktion|kundendienst|verwaltung|beheerder|rendszer';
