/**
 * Groups of words that contracts, policies and records use for the same subject, one group a line. Modality and negation
 * are read elsewhere.
 */
export const thesaurusEn = `
notify, notification, notice, inform, advise, alert, report, tell, communicate, warn
disclose, disclosure, share, provide, furnish, reveal, divulge, publish, release, make known, make available, pass on
confidential, confidentiality, secret, secrecy, proprietary, nondisclosure, non-disclosure, non-public, sensitive
oral, orally, verbal, verbally, spoken, conversation, discussion, meeting
visual, visually, demonstration, inspection, observation
written, writing, document, documentary, tangible, record, paper
electronic, electronically, digital, online
marked, mark, labelled, labeled, label, legend, stamped, designated, designate, identified, identify, identification
destroy, destruction, erase, erasure, delete, deletion, dispose, disposal, shred, purge, wipe, sanitise, sanitize
return, give back, hand back, surrender, redeliver, deliver up
retain, retention, keep, store, storage, preserve, hold, archive, possession
copy, copies, reproduce, reproduction, duplicate, duplication, replicate, photocopy
use, usage, utilise, utilize, employ, exploit, exploitation, application
purpose, purposes, aim, objective, objectives, reason
employee, employees, staff, personnel, worker, workforce, officer, director, team member
adviser, advisor, consultant, attorney, lawyer, accountant, auditor, counsel, professional advisers
representative, representatives, agent, agents, delegate
contractor, contractors, subcontractor, sub-contractor, subcontract, sub-processor, subprocessor, outsourcing, outsourced, outsource
third party, third-party, third parties, other person, outside party, external party, any person
affiliate, affiliates, subsidiary, subsidiaries, parent company, group company, associated company
vendor, supplier, service provider, provider, seller
customer, client, purchaser, buyer, user, end user, consumer, subscriber
licence, license, licensed, licensee, licensor, sublicense, sublicence, permission to use
grant, grants, granted, confer, conferred, convey
right, rights, entitlement, entitled, title, interest
own, owner, ownership, belong, property, proprietary right, vest, vested
intellectual property, patent, copyright, trademark, trade mark, trade secret, know-how, invention, inventions
assign, assignment, transfer, transferable, delegate, novate, novation
consent, approval, permission, authorisation, authorization, approve, authorise, authorize, agreement in writing
reverse engineer, reverse engineering, decompile, disassemble, decompilation, disassembly, reverse assemble, analyse composition
independently, independent, own efforts, without reference, without use of
develop, developed, development, create, created, creation, conceive, design
acquire, acquired, acquirement, acquisition, obtain, obtained, receive, received, receipt, come into possession
similar, like, comparable, same, equivalent, identical, competing
solicit, solicitation, entice, induce, recruit, poach, hire, hiring, engage, canvass
compete, competing, competition, competitive, competitor, non-compete, noncompete
survive, survival, survives, continue in force, remain in force, remain in effect, continue, continuing, endure
terminate, termination, expire, expiry, expiration, end, cancellation, cancel, cease, cessation
term, duration, period, initial term, length
renew, renewal, extend, extension, prolong, successive
breach, breaches, violation, violate, default, failure to comply, infringement, non-compliance, noncompliance
incident, incidents, security event, security breach, data breach, compromise, intrusion, cyber attack, cyberattack
law, laws, legal, statute, statutory, regulation, regulatory, legislation, rule, court order, subpoena, judicial, legal process, government, governmental
compelled, compel, required by law, obliged by law, legally required, court, order
court, tribunal, jurisdiction, judicial, venue, forum
governing law, governed by, applicable law, construed in accordance, laws of
arbitration, arbitrator, dispute, disputes, mediation, dispute resolution
liability, liable, responsible, responsibility, accountable, accountability
damages, loss, losses, harm, injury, consequential, indirect
cap, limit, limited, limitation, maximum, ceiling, not exceed, aggregate, exceed
indemnify, indemnity, indemnification, hold harmless, reimburse, compensate, compensation
insurance, insured, insure, coverage, policy of insurance, insurer
warranty, warranties, warrant, guarantee, represent, representation
audit, audits, inspect, inspection, examine, examination, review of books, verify, verification
books, records, accounts, ledger, accounting records
fee, fees, payment, pay, price, charge, charges, remuneration, royalty, royalties, cost
revenue, profit, income, sales, proceeds, earnings
share, sharing, split, portion, percentage
minimum, at least, no less than, not less than, minimum purchase
volume, quantity, quantities, number, amount
order, purchase order, purchase, purchases, buy
exclusive, exclusivity, exclusively, sole, solely, only
perpetual, irrevocable, irrevocably, perpetually, in perpetuity, permanent
change of control, merger, consolidation, sale of stock, sale of assets, acquisition of the company, reorganisation, reorganization
escrow, deposit, escrow agent, deposited
source code, object code, software, code
beneficiary, beneficiaries, third-party beneficiary, benefit of
enforce, enforceable, enforcement
disparage, disparaging, disparagement, defame, derogatory, negative statements
first refusal, first offer, first negotiation, right of first refusal, preemptive, pre-emptive
most favored, most favoured, most favorable, most favourable, best price, better terms, more favorable, more favourable
transition, wind-down, wind down, hand over, handover, migration, exit, exit plan
convenience, without cause, for any reason, no reason
sue, lawsuit, litigation, legal action, claim, claims, contest, challenge
personal data, personal information, personally identifiable information, data about individuals, private information
data subject, data subjects, individual, individuals, natural person, person concerned, consumer, consumers
process, processing, handle, handling, treatment
controller, data controller, business, customer
processor, data processor, service provider
instruction, instructions, directions, directed, documented instructions
collect, collection, gather, gathered, obtain
access, accessing, accessible, view, retrieve, log on, logon
correct, correction, rectify, rectification, amend, amendment, update, accuracy, accurate, inaccurate
object, objection, opt out, opt-out, withdraw, withdrawal, refuse, decline
restrict, restriction, restricted, limit processing, suspend, suspension, block
portability, machine-readable, structured format, portable
sell, sale, selling, sold
minor, minors, child, children, under 16, parental, parent or guardian
cookie, cookies, tracking, tracker, beacon, analytics
advertising, marketing, promotional, behavioural, behavioral, targeted
automated, automatic, profiling, algorithm, algorithmic, automated decision
supervisory authority, data protection authority, regulator, commissioner, competent authority, authorities, authority
complaint, complaints, complain, lodge, grievance
contact, contact details, address, email, telephone, reach us, get in touch
legal basis, lawful basis, legitimate interest, legitimate interests, lawful, lawfulness
international transfer, third country, outside the european economic area, cross-border, standard contractual clauses, adequacy, abroad, overseas
country, countries, location, locations, region, territory, jurisdictions
security, secure, protect, protection, safeguard, safeguards, protective
measure, measures, technical and organisational measures, technical and organizational measures, precaution, control, controls
encrypt, encryption, encrypted, cryptography, cryptographic, cipher, key management
pseudonymise, pseudonymize, pseudonymisation, pseudonymization, anonymise, anonymize, de-identify, deidentified
password, passwords, passphrase, credential, credentials, authentication, authenticate, multi-factor, two-factor, mfa, login
role, roles, duties, responsibilities, function, functions, accountabilities
train, training, awareness, education, educate, instruct
test, testing, tested, exercise, exercises, drill, simulate, rehearsal, tabletop
assess, assessment, evaluate, evaluation, appraisal, analyse, analysis, analyze
risk, risks, threat, threats, hazard, vulnerability, vulnerabilities, exposure
review, reviewed, revisit, reassess, re-evaluate, re-examine, update
annual, annually, yearly, every year, once a year, twelve months, 12 months
monitor, monitoring, monitored, oversee, oversight, supervise, supervision, surveillance
log, logs, logging, audit trail, journal, event record
backup, backups, back-up, back up, restore, restoration, recover, recovery
continuity, business continuity, disaster recovery, resilience, contingency, contingency plan, emergency
availability, available, uptime, service level, service levels, sla
plan, plans, planning, programme, program, strategy, procedure, procedures, process description
policy, policies, standard, standards, guideline, guidelines, rules
management, manager, senior management, board, executive, leadership, directors
physical, premises, facility, facilities, building, site, office, data centre, data center
visitor, visitors, badge, entry, door, locked, lock
device, devices, laptop, workstation, mobile, equipment, hardware, media, removable
malware, virus, antivirus, anti-malware, malicious
patch, patches, patching, update, updates, upgrade, vulnerability management
network, networks, firewall, segmentation, perimeter
asset, assets, inventory, register, registry, catalogue, list
classify, classification, classified, category, categories, categorise, type, types, kind
change management, change, changes, modification, modify, alter, alteration, amend
remote, remotely, telework, teleworking, home office, work from home
screening, background check, vetting, background, reference check
discipline, disciplinary, sanction, sanctions, penalty, penalties
leave, leaver, termination of employment, offboarding, departure
delay, undue delay, promptly, prompt, immediately, immediate, without delay, as soon as, timely
hour, hours, day, days, week, month, deadline, within
detect, detection, discover, discovery, become aware, aware, awareness of
respond, response, react, handle, handling, contain, containment, mitigate, mitigation, remediate, remediation
root cause, lessons learned, post-incident, after-action, improvement, corrective action
crisis, emergency, major incident, significant incident
supply chain, suppliers, third-party risk, vendor risk
assist, assistance, help, support, cooperate, cooperation, co-operate, co-operation
demonstrate, demonstrates, prove, proof, evidence, evidences, show
bind, bound, binding, flow down, same obligations, equivalent obligations, impose
necessary, need to know, need-to-know, require, required, needed
exception, exceptions, exclude, excluded, exclusion, exempt, carve-out, does not include
public domain, publicly available, publicly known, generally available, generally known
prior, previously, already known, before, earlier, beforehand, advance, in advance
equitable relief, injunction, injunctive, specific performance, irreparable
residual, residuals, unaided memory, general knowledge
existence, fact of, negotiations, negotiated, discussions, announcement, publicity, press release, public statement
technical, technology, technological, scientific, engineering
commercial, business information, financial, marketing information, trade
include, includes, including, comprise, consist, cover, contain
human oversight, human review, human intervention, override, human-in-the-loop
training data, dataset, datasets, data set, validation data, testing data
accuracy, robustness, performance, metrics, precision
bias, discrimination, fairness, discriminatory
intended purpose, intended use, use case, foreseeable misuse
conformity, declaration of conformity, ce marking, certification, certificate, certified, accreditation
transparency, transparent, explain, explanation, interpretability, inform users
version, versions, revision, release, edition
owner, responsible person, appointed, appoint, designate, designated, nominate, named
impact assessment, dpia, data protection impact assessment
recipient, recipients, receiving party, discloser, disclosing party
health information, protected health information, phi, medical, patient
emergency access, break glass, emergency mode
integrity, unaltered, tamper, alteration
session, automatic logoff, timeout, time-out, inactivity
`;
